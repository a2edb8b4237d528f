// Another thread gets at a block by its distance from one that it knows: nobody has the block for himself.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int *known;
static uintptr_t distance;

static void *reader(void *arg) {
    int *there = (int *)((uintptr_t)known + distance);
    *there += 1; // expect: data-race
    return arg;
}

int main(void) {
    int *there = malloc(sizeof *there);
    *there = 0;
    known = malloc(sizeof *known);
    distance = (uintptr_t)there - (uintptr_t)known;
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    *there += 1; // expect: data-race
    pthread_join(thread, NULL);
    free(known);
    free(there);
    return 0;
}
