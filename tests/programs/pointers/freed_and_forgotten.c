//@ opt: O0
// Main frees, compares and forgets the pointer while the other thread waits.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *made;
static atomic_int begun;
static sem_t done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *make(void *arg) {
    pthread_mutex_lock(&lock);
    begun = 1;
    made = malloc(8);
    pthread_mutex_unlock(&lock);
    sem_wait(&done);
    return arg;
}

int main(void) {
    pthread_t thread;
    int *old = malloc(8), same = 0;
    sem_init(&done, 0, 0);
    pthread_create(&thread, NULL, make, NULL);
    if (begun) {
        free(old);
        pthread_mutex_lock(&lock);
        same = made == old;
        pthread_mutex_unlock(&lock);
    } else {
        free(old);
    }
    assert(!same); // expect: assert
    sem_post(&done);
    pthread_join(thread, NULL);
    free(made);
    return 0;
}
