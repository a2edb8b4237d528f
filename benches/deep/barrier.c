/* A barrier that is used again and again. The planted bug: it has no generations, so a thread that is
 * slow to leave meets those who are back already, and waits with nobody left to come. */
#include <pthread.h>

#define THREADS 5
#define PHASES 5

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all = PTHREAD_COND_INITIALIZER;
static int arrived;

static void await(void) {
    pthread_mutex_lock(&lock);
    if (++arrived == THREADS)
        pthread_cond_broadcast(&all);
    while (arrived < THREADS)
        pthread_cond_wait(&all, &lock);
    pthread_mutex_unlock(&lock);
}

static void leave(void) {
    pthread_mutex_lock(&lock);
    if (arrived == THREADS)
        arrived = 0;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
    for (int phase = 0; phase < PHASES; phase++) {
        await();
        if (phase == PHASES - 2)
            leave();
        else {
            /* The right way, with a second count. */
            static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
            static pthread_cond_t left = PTHREAD_COND_INITIALIZER;
            static int leaving;
            pthread_mutex_lock(&gate);
            if (++leaving % THREADS == 0) {
                pthread_mutex_lock(&lock);
                arrived = 0;
                pthread_mutex_unlock(&lock);
                pthread_cond_broadcast(&left);
            } else {
                int mine = (leaving - 1) / THREADS;
                while (leaving / THREADS == mine)
                    pthread_cond_wait(&left, &gate);
            }
            pthread_mutex_unlock(&gate);
        }
    }
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
}
