//@ expect: safe
//@ native: no
//@ skip-none
// A grandchild rarely posts, too, but only what it has taken.
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
    sum++;
    sem_post(&free_places);
    return arg;
}

static void *posts(void *guest) {
    if (guest) {
        sem_wait(&free_places);
        sem_post(&free_places);
    }
    return NULL;
}

static void *starts(void *guest) {
    pthread_t poster, adder;
    pthread_create(&poster, NULL, posts, guest);
    pthread_create(&adder, NULL, adds, NULL);
    pthread_join(poster, NULL);
    pthread_join(adder, NULL);
    return NULL;
}

int main(void) {
    pthread_t starter;
    sem_init(&free_places, 0, 1);
    int guest = rarely();
    pthread_create(&starter, NULL, starts, guest ? &sum : NULL);
    adds(NULL);
    pthread_join(starter, NULL);
    return sum == 2 ? 0 : 1;
}
