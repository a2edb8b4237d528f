// Main has allocated its block after the thread that it joins could have made another one free
// theirs.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic made;
static atomic_int begun, steps;
static sem_t go;

static void *begin(void *arg) {
    sem_wait(&go);
    begun = 1;
    return arg;
}

static void *release(void *block) {
    if (begun) {
        free(block);
        int *other = made;
        steps++;
        assert(!other || other != block); // expect: assert
    } else {
        free(block);
    }
    steps++;
    return NULL;
}

int main(void) {
    pthread_t first, second;
    sem_init(&go, 0, 0);
    pthread_create(&second, NULL, release, malloc(8));
    pthread_create(&first, NULL, begin, NULL);
    sem_post(&go);
    int *mine = malloc(8);
    pthread_join(first, NULL);
    made = mine;
    steps++;
    pthread_join(second, NULL);
    free(mine);
    return 0;
}
