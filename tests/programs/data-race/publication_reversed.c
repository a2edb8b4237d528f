// The flag is atomic, but it is set before the payload.
#include <pthread.h>
#include <stdatomic.h>

volatile int payload;
atomic_int flag;

static void *producer(void *arg) {
    flag = 1;
    payload = 42; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t t;
    volatile int got = 42;
    pthread_create(&t, NULL, producer, NULL);
    if (flag)
        got = payload; // expect: data-race
    pthread_join(t, NULL);
    return got < 0;
}
