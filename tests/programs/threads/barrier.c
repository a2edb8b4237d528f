// A barrier that lets the first one through.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int waiting;
atomic_int arrived;

static void barrier(void) {
    pthread_mutex_lock(&m);
    waiting++;
    if (waiting == 2)
        pthread_cond_broadcast(&c);
    while (waiting < 1)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
}

static void *worker(void *arg) {
    arrived++;
    barrier();
    assert(arrived == 2); // expect: assert
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    return 0;
}
