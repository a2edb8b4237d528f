//@ flags: --stack-size 64K
// Every thread has a stack of its own, of the same size.
#include <pthread.h>
#include <stddef.h>

__attribute__((noinline)) static int deep(int n, volatile char *above) {
    volatile char buffer[10000];
    buffer[0] = *above;
    return n == 0 ? buffer[0] : deep(n - 1, buffer) + buffer[0]; // expect: stack-overflow
}

static void *run(void *arg) {
    volatile char zero = 0;
    deep(arg ? 3 : 7, &zero);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int one;
    pthread_create(&a, NULL, run, &one);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
