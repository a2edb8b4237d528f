//@ expect: safe
// A thread-local variable is used by another thread while its own one waits.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static _Thread_local int own;
static int *shown;
static sem_t ready, done;

static void *worker(void *arg) {
    own = 7;
    shown = &own;
    sem_post(&ready);
    sem_wait(&done);
    return own == 8 ? arg : NULL;
}

int main(void) {
    pthread_t t;
    void *result;
    sem_init(&ready, 0, 0);
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, worker, &done);
    sem_wait(&ready);
    ++*shown;
    sem_post(&done);
    pthread_join(t, &result);
    return result != &done;
}
