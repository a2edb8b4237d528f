// The textbook race: two plain increments.
#include <pthread.h>

int counter;

static void *worker(void *arg) {
    counter++; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return counter == 2 ? 0 : 1;
}
