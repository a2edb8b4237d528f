// A thread that was given a small stack.
#include <pthread.h>
#include <stddef.h>

__attribute__((noinline)) static int use(volatile char *p) { return *p; }

__attribute__((noinline)) static int work(void) {
    volatile char buffer[30000];
    buffer[0] = 1;
    return use(buffer) + buffer[0];
}

static void *run(void *arg) {
    work(); // expect: stack-overflow
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    pthread_create(&t, &small, run, NULL);
    pthread_join(t, NULL);
    pthread_attr_destroy(&small);
}
