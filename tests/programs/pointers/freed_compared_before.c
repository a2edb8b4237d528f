//@ flags: --no-leaks
// A block is compared before another one is freed that it could be in the place of.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int *_Atomic shared;
static atomic_int first, second, steps, done;
static sem_t go;

static void *compare(void *old) {
    sem_wait(&go);
    first = 1;
    int *new = malloc(8);
    int same = new == old;
    second = 1;
    assert(!same); // expect: assert
    free(new);
    done++;
    return NULL;
}

static void *release(void *arg) {
    int *block = shared;
    if (__VERIFIER_nondet_bool()) {
        shared = NULL;
        sem_post(&go);
    } else {
        steps++;
        steps++;
        shared = NULL;
        sem_post(&go);
        if (first && !second)
            free(block);
    }
    done++;
    return arg;
}

int main(void) {
    pthread_t one, other;
    sem_init(&go, 0, 0);
    shared = malloc(8);
    pthread_create(&one, NULL, compare, shared);
    pthread_create(&other, NULL, release, NULL);
    while (done < 2 && steps < 100) {
    }
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
