// The argument of a thread lies in a frame that may be gone when the thread starts.
#include <pthread.h>

pthread_t t;

static void *worker(void *arg) {
    volatile int *number = arg;
    return *number == 4 ? arg : NULL; // expect: dead-stack
}

__attribute__((noinline)) static void start(void) {
    int number = 4;
    pthread_create(&t, NULL, worker, &number);
}

int main(void) {
    start();
    pthread_join(t, NULL);
    return 0;
}
