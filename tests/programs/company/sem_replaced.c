// Another thread waits at the semaphore when it is rarely destroyed.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static sem_t semaphore;
static atomic_int steps, late;

static void *waits(void *arg) {
    sem_wait(&semaphore); // expect: mutex-misuse
    return arg;
}

static void *posts(void *arg) {
    steps = 1;
    if (late) {
        sem_destroy(&semaphore); // expect: mutex-misuse
        sem_init(&semaphore, 0, 1);
    } else {
        sem_post(&semaphore);
    }
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
    pthread_create(&threads[0], NULL, waits, NULL);
    pthread_create(&threads[1], NULL, posts, NULL);
    pthread_create(&threads[2], NULL, hurries, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
