//@ native: no
//@ expect: safe
// Where the allocation came first for sure, the blocks are in different places.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

static atomic_int flag, steps, done;
static sem_t go;

static void *allocate(void *old) {
    int *new;
    int sure = 0;
    if (__VERIFIER_nondet_bool()) {
        sem_post(&go);
        new = malloc(8);
        flag = 1;
    } else {
        for (int i = 0; i < 6; i++)
            steps++;
        new = malloc(8);
        sure = 1;
        sem_post(&go);
        flag = 1;
    }
    done++;
    assert(!sure || new != old);
    free(new);
    done++;
    return NULL;
}

static void *release(void *block) {
    sem_wait(&go);
    free(block);
    done++;
    if (block == NULL)
        flag = 9;
    done++;
    return NULL;
}

int main(void) {
    pthread_t one, other;
    sem_init(&go, 0, 0);
    int *old = malloc(8);
    pthread_create(&one, NULL, allocate, old);
    pthread_create(&other, NULL, release, old);
    while (done < 4 && steps < 100) {
    }
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
