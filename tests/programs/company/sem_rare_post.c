// Somebody who is there once in a while lets a thread go on before what it waits for was done.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static sem_t full;
static atomic_int ready, done;

static void *prepares(void *arg) {
    done++;
    ready = 1;
    sem_post(&full);
    return arg;
}

static void *uses(void *arg) {
    done++;
    sem_wait(&full);
    assert(ready); // expect: assert
    return arg;
}

static void *posts_rarely(void *arg) {
    if (done == 1 && !ready)
        sem_post(&full);
    return arg;
}

int main(void) {
    pthread_t threads[3];
    sem_init(&full, 0, 0);
    pthread_create(&threads[0], NULL, prepares, NULL);
    pthread_create(&threads[1], NULL, posts_rarely, NULL);
    pthread_create(&threads[2], NULL, uses, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
