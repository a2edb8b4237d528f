//@ expect: safe
// A producer and a consumer share a buffer of one place, with a mutex and two
// condition variables.
//
// Things to try: an `if` instead of a `while` around pthread_cond_wait still
// passes (with two consumers it would not); leave out one of the signals and
// the answer is a deadlock; take the item after the unlock and it is a race.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { ITEMS = 2 };

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
pthread_cond_t emptied = PTHREAD_COND_INITIALIZER;
bool full;
int place;

static void put(int item) {
    pthread_mutex_lock(&mutex);
    while (full)
        pthread_cond_wait(&emptied, &mutex);
    place = item;
    full = true;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&mutex);
}

static int get(void) {
    pthread_mutex_lock(&mutex);
    while (!full)
        pthread_cond_wait(&filled, &mutex);
    int item = place;
    full = false;
    pthread_cond_signal(&emptied);
    pthread_mutex_unlock(&mutex);
    return item;
}

static void *producer(void *arg) {
    for (int i = 1; i <= ITEMS; i++)
        put(i * 10);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 1; i <= ITEMS; i++) {
        int item = get();
        assert(item == i * 10); // In order, nothing lost, nothing twice.
    }
    pthread_join(t, NULL);
    return 0;
}
