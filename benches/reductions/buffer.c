// A bounded buffer with two semaphores and a lock: one producer, two consumers.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define SLOTS 2
#define ITEMS 4

static int buffer[SLOTS], in, out, sum;
static sem_t empty, full;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *consumer(void *argument) {
    for (int i = 0; i < ITEMS / 2; i++) {
        sem_wait(&full);
        pthread_mutex_lock(&lock);
        int item = buffer[out];
        out = (out + 1) % SLOTS;
        sum += item;
        pthread_mutex_unlock(&lock);
        sem_post(&empty);
    }
    return argument;
}

int main(void) {
    sem_init(&empty, 0, SLOTS);
    sem_init(&full, 0, 0);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, consumer, 0);
    for (int i = 1; i <= ITEMS; i++) {
        sem_wait(&empty);
        pthread_mutex_lock(&lock);
        buffer[in] = i;
        in = (in + 1) % SLOTS;
        pthread_mutex_unlock(&lock);
        sem_post(&full);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(sum == 10);
    return 0;
}
