// A pool of two threads that share an array of tasks by an atomic counter; each
// result has its own slot. A lock protects what is summed up.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define TASKS 4

static const int tasks[TASKS] = {3, 1, 4, 1};
static int results[TASKS];
static atomic_int next;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, finished;

static void *worker(void *argument) {
    int own = 0, i;
    while ((i = atomic_fetch_add(&next, 1)) < TASKS) {
        results[i] = tasks[i] * tasks[i];
        own += results[i];
    }
    pthread_mutex_lock(&lock);
    sum += own;
    finished++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(finished == 2 && sum == 27 && results[2] == 16);
    return 0;
}
