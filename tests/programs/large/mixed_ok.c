//@ expect: safe
//@ skip-none
// Pieces of pointers and undefined bytes are scattered over a large block.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *block;
static int x, y;
static atomic_int turn;

static void *run(void *argument) {
    long self = (long)argument;
    int *pointer = self ? &x : &y;
    for (int i = 0; i < 3; i++) {
        unsigned char *place = block + self * 2003 + i * 333;
        memcpy(place, &pointer, (size_t)i + 5);
        atomic_fetch_add(&turn, 1);
        place[2] = (unsigned char)i;
    }
    return 0;
}

int main(void) {
    block = malloc(5000);
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    int ok = block[2] == 0 && block[333 + 2] == 1 && block[2003 + 666 + 2] == 2;
    free(block);
    return !ok || atomic_load(&turn) != 6;
}
