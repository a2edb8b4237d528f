// The load/load program with plain variables: a data race in the first place.
#include <pthread.h>

volatile int x, y;

static void *writer(void *arg) {
    x = 1; // expect: data-race
    y = 1; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int a = x; // expect: data-race
    int b = y; // expect: data-race
    pthread_join(t, NULL);
    return a + b < 0;
}
