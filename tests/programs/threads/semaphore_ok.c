//@ expect: safe
// A POSIX semaphore hands a plain variable over.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t filled;
int data;

static void *worker(void *arg) {
    data = 8;
    sem_post(&filled);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&filled, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&filled);
    assert(data == 8);
    pthread_join(t, NULL);
    sem_destroy(&filled);
    return 0;
}
