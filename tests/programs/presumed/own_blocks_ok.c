//@ expect: safe
//@ skip-none
//@ skip-tau
// Each thread has a block of its own, all of one size; main reads them after the joins.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 3 };

struct job {
    int first, second, sum;
};

static void *work(void *arg) {
    struct job *job = arg;
    job->first++;
    job->second += job->first;
    job->sum = job->first + job->second;
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    struct job *jobs[THREADS];
    int sum = 0;
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = calloc(1, sizeof *jobs[i]);
        pthread_create(&threads[i], NULL, work, jobs[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        sum += jobs[i]->sum;
        free(jobs[i]);
    }
    assert(sum == 2 * THREADS);
    return 0;
}
