//@ expect: safe
// The repaired twin of parent_returned.c: the frame waits for the thread.
#include <pthread.h>

static void *worker(void *arg) {
    volatile int *number = arg;
    return *number == 4 ? arg : NULL;
}

__attribute__((noinline)) static void start(void) {
    pthread_t t;
    int number = 4;
    pthread_create(&t, NULL, worker, &number);
    pthread_join(t, NULL);
}

int main(void) {
    start();
    return 0;
}
