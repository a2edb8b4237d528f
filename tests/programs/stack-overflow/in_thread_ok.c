//@ flags: --stack-size 64K
//@ expect: safe
//@ skip-none
// The repaired twin of in_thread.c: together they need more than one stack, but each has its own.
#include <pthread.h>
#include <stddef.h>

__attribute__((noinline)) static int deep(int n, volatile char *above) {
    volatile char buffer[10000];
    buffer[0] = *above;
    return n == 0 ? buffer[0] : deep(n - 1, buffer) + buffer[0];
}

static void *run(void *arg) {
    volatile char zero = 0;
    deep(4, &zero);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
