//@ expect: safe
// The repaired twin of mixed_atomic.c: both sides atomic.
#include <pthread.h>

int flag;

static void *writer(void *arg) {
    __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    __atomic_store_n(&flag, 2, __ATOMIC_SEQ_CST);
    pthread_join(t, NULL);
    return 0;
}
