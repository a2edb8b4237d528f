//@ expect: safe
// The repaired twin of one_block.c: the block waits for the thread.
#include <pthread.h>
#include <stdatomic.h>

static void *reader(void *arg) {
    atomic_load((atomic_int *)arg);
    return 0;
}

int main(void) {
    pthread_t t;
    {
        atomic_int x = 1;
        pthread_create(&t, 0, reader, &x);
        pthread_join(t, 0);
    }
}
