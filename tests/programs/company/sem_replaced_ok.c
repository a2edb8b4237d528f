//@ expect: safe
//@ skip-none
//@ skip-tau
// Another semaphore is rarely made anew, at which nobody waits.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static sem_t semaphore, other;
static atomic_int steps, late;

static void *waits(void *arg) {
    sem_wait(&semaphore);
    return arg;
}

static void *posts(void *arg) {
    steps = 1;
    if (late) {
        sem_destroy(&other);
        sem_init(&other, 0, 1);
    }
    sem_post(&semaphore);
    return arg;
}

static void *hurries(void *arg) {
    if (!steps)
        late = 1;
    return arg;
}

int main(void) {
    pthread_t threads[3];
    sem_init(&semaphore, 0, 0);
    sem_init(&other, 0, 0);
    pthread_create(&threads[0], NULL, waits, NULL);
    pthread_create(&threads[1], NULL, posts, NULL);
    pthread_create(&threads[2], NULL, hurries, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
