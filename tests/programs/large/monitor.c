//@ skip-none
// A lock, a condition and what they protect, far apart in one large struct. Who is woken
// takes it for granted that there still is an item.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static struct monitor {
    pthread_mutex_t lock;
    char before[1000];
    pthread_cond_t filled;
    int items[1000];
    int head, tail;
} *monitor;

static void put(int item) {
    pthread_mutex_lock(&monitor->lock);
    monitor->items[monitor->tail * 331 % 1000] = item;
    monitor->tail++;
    pthread_cond_signal(&monitor->filled);
    pthread_mutex_unlock(&monitor->lock);
}

static int get(void) {
    pthread_mutex_lock(&monitor->lock);
    if (monitor->head == monitor->tail)
        pthread_cond_wait(&monitor->filled, &monitor->lock);
    int item = monitor->items[monitor->head * 331 % 1000];
    monitor->head++;
    pthread_mutex_unlock(&monitor->lock);
    return item;
}

static void *producer(void *argument) {
    put(1);
    put(2);
    return argument;
}

static void *consumer(void *argument) {
    int item = get();
    assert(item == 1 || item == 2); // expect: assert
    return argument;
}

int main(void) {
    monitor = calloc(1, sizeof *monitor);
    pthread_mutex_init(&monitor->lock, 0);
    pthread_cond_init(&monitor->filled, 0);
    pthread_t threads[2];
    pthread_create(&threads[0], 0, producer, 0);
    pthread_create(&threads[1], 0, consumer, 0);
    consumer(0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    pthread_cond_destroy(&monitor->filled);
    pthread_mutex_destroy(&monitor->lock);
    free(monitor);
    return 0;
}
