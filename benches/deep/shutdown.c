/* A pool of workers that is told to stop when its tasks are done. The planted bug: the flag is set and
 * signalled without the lock, between a worker's look at it and its wait. */
#include <pthread.h>
#include <stdatomic.h>

#define WORKERS 4
#define TASKS 6

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static atomic_int stop, done;
static int queued;

static void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (queued == 0 && !stop)
            pthread_cond_wait(&work, &lock);
        if (queued == 0) {
            pthread_mutex_unlock(&lock);
            return arg;
        }
        queued--;
        pthread_mutex_unlock(&lock);
        atomic_fetch_add(&done, 1);
    }
}

int main(void) {
    pthread_t threads[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < TASKS; i++) {
        pthread_mutex_lock(&lock);
        queued++;
        pthread_cond_signal(&work);
        pthread_mutex_unlock(&lock);
    }
    stop = 1;
    pthread_cond_broadcast(&work);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], 0);
}
