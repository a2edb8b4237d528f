// A job is handed to a thread, and freed by main when main is done with it.
// But is the thread?
//
// In most runs the thread is fast enough. The report shows where the block was
// allocated, where it was freed, and who still used it. Freeing after the join
// repairs it.

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct job {
    atomic_int input;
    atomic_int result;
};

static void *work(void *arg) {
    struct job *job = arg;
    int n = job->input;  // expect: use-after-free
    job->result = n * n; // expect: use-after-free
    return NULL;
}

int main(void) {
    pthread_t t;
    struct job *job = malloc(sizeof *job);
    atomic_init(&job->input, 12);
    atomic_init(&job->result, 0);
    pthread_create(&t, NULL, work, job);
    free(job);
    pthread_join(t, NULL);
    return 0;
}
