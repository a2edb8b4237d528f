// A lock that protects nothing is held while joining a thread that still needs it.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t started;
static atomic_int other;

static void *worker(void *arg) {
    sem_post(&started);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *bystander(void *arg) {
    other++;
    return arg;
}

int main(void) {
    pthread_t s, t;
    sem_init(&started, 0, 0);
    pthread_create(&s, NULL, bystander, NULL);
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&started);
    pthread_mutex_lock(&lock);
    pthread_join(t, NULL); // expect: deadlock
    pthread_mutex_unlock(&lock);
    pthread_join(s, NULL);
}
