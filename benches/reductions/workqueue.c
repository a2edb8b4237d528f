// A queue of jobs with a lock and a condition variable: main puts jobs in, two
// workers take them out until the queue is closed.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define JOBS 3

struct job {
    struct job *next;
    int number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static struct job *first, **end = &first;
static int closed, done;

static void *worker(void *argument) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!first && !closed)
            pthread_cond_wait(&filled, &lock);
        struct job *job = first;
        if (job && !(first = job->next))
            end = &first;
        pthread_mutex_unlock(&lock);
        if (!job)
            return argument;
        int square = job->number * job->number;
        free(job);
        pthread_mutex_lock(&lock);
        done += square;
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    pthread_t workers[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i], 0, worker, 0);
    for (int i = 1; i <= JOBS; i++) {
        struct job *job = malloc(sizeof *job);
        *job = (struct job){0, i};
        pthread_mutex_lock(&lock);
        *end = job;
        end = &job->next;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], 0);
    assert(done == 14);
    return 0;
}
