// A race on main's own local variable.
#include <pthread.h>

static void *worker(void *arg) {
    volatile int *n = arg;
    *n = 1; // expect: data-race
    return NULL;
}

int main(void) {
    pthread_t t;
    volatile int n = 0;
    pthread_create(&t, NULL, worker, (void *)&n);
    n = 2; // expect: data-race
    pthread_join(t, NULL);
    return 0;
}
