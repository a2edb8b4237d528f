// A thread's local variables die with the thread.
#include <pthread.h>

int *volatile result;

static void *worker(void *arg) {
    (void)arg;
    volatile int local = 9;
    result = (int *)&local;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return *result; // expect: dead-stack
}
