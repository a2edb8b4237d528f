/* An object that is passed on and freed by who gives up the last reference. The planted bug: giving up
 * and looking whether it was the last are two steps. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define THREADS 6
#define ROUNDS 3

struct shared {
    atomic_int references, uses;
};

static struct shared *object;
static atomic_int *references;

static void put(void) {
    atomic_fetch_sub(references, 1);
    if (*references == 0) {
        free(object);
    }
}

static void *user(void *arg) {
    for (int i = 0; i < ROUNDS; i++) {
        atomic_fetch_add(references, 1);
        atomic_fetch_add(&object->uses, 1);
        atomic_fetch_sub(references, 1);
    }
    put();
    return arg;
}

int main(void) {
    static atomic_int count = THREADS;
    pthread_t threads[THREADS];
    references = &count;
    object = malloc(sizeof *object);
    atomic_init(&object->uses, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, user, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
}
