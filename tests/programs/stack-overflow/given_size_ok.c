//@ flags: --stack-size 20K
//@ expect: safe
// The repaired twin of given_size.c: a larger stack than others have.
#include <pthread.h>
#include <stddef.h>

__attribute__((noinline)) static int use(volatile char *p) { return *p; }

__attribute__((noinline)) static int work(void) {
    volatile char buffer[30000];
    buffer[0] = 1;
    return use(buffer) + buffer[0];
}

static void *run(void *arg) {
    work();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_attr_t large;
    pthread_attr_init(&large);
    pthread_attr_setstacksize(&large, 65536);
    pthread_create(&t, &large, run, NULL);
    pthread_join(t, NULL);
    pthread_attr_destroy(&large);
}
