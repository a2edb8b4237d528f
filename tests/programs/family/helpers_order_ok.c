//@ expect: safe
//@ native: no
//@ exits: 0 1 2 3 4 5
//@ skip-none
//@ skip-tau
// Helpers of different threads count in every order.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next;
static int places[3];

static void *counts(void *arg) {
    places[(long)arg] = atomic_fetch_add(&next, 1);
    return NULL;
}

static void *works(void *arg) {
    pthread_t helper;
    pthread_create(&helper, NULL, counts, arg);
    pthread_join(helper, NULL);
    return NULL;
}

int main(void) {
    pthread_t workers[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&workers[i], NULL, works, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(workers[i], NULL);
    return places[0] * 2 + (places[1] > places[2]);
}
