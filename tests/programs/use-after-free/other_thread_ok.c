//@ expect: safe
// The repaired twin of other_thread.c: join first.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *worker(void *arg) {
    atomic_int *job = arg;
    atomic_fetch_add(job, 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    atomic_int *job = malloc(sizeof *job);
    atomic_init(job, 0);
    pthread_create(&t, NULL, worker, job);
    pthread_join(t, NULL);
    free(job);
    return 0;
}
