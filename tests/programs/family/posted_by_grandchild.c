//@ skip-none
// A grandchild rarely posts what nobody has taken, so that two are where one should be.
#include <pthread.h>
#include <semaphore.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static sem_t free_places;
static int sum;

static void *adds(void *arg) {
    sem_wait(&free_places);
    sum++; // expect: data-race
    sem_post(&free_places);
    return arg;
}

static void *posts(void *too_often) {
    if (too_often)
        sem_post(&free_places);
    return NULL;
}

static void *starts(void *too_often) {
    pthread_t poster, adder;
    pthread_create(&poster, NULL, posts, too_often);
    pthread_create(&adder, NULL, adds, NULL);
    pthread_join(poster, NULL);
    pthread_join(adder, NULL);
    return NULL;
}

int main(void) {
    pthread_t starter;
    sem_init(&free_places, 0, 1);
    int too_often = rarely();
    pthread_create(&starter, NULL, starts, too_often ? &sum : NULL);
    adds(NULL);
    pthread_join(starter, NULL);
    return sum == 2 ? 0 : 1;
}
