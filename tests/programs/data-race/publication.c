// The flag is plain: the payload is handed over through a race.
#include <pthread.h>

volatile int payload;
volatile int flag;

static void *producer(void *arg) {
    payload = 42;
    flag = 1; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t t;
    int got = 42;
    pthread_create(&t, NULL, producer, NULL);
    if (flag) // expect: data-race
        got = payload;
    pthread_join(t, NULL);
    return got == 42 ? 0 : 1;
}
