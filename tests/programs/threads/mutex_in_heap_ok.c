//@ expect: safe
// A mutex lives in a heap block and goes with it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t m;
    int balance;
};

static void deposit(struct account *a, int amount) {
    pthread_mutex_lock(&a->m);
    a->balance += amount;
    pthread_mutex_unlock(&a->m);
}

static void *worker(void *arg) {
    deposit(arg, 5);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct account *a = malloc(sizeof *a);
    pthread_mutex_init(&a->m, NULL);
    a->balance = 0;
    pthread_create(&t, NULL, worker, a);
    deposit(a, 7);
    pthread_join(t, NULL);
    assert(a->balance == 12);
    pthread_mutex_destroy(&a->m);
    free(a);
    return 0;
}
