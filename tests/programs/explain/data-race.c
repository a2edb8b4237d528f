#include <pthread.h>

static int counter;

static void *increment(void *arg) {
    counter++; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, increment, 0);
    increment(0);
    pthread_join(t, 0);
    return counter != 2;
}
