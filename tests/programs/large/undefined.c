//@ skip-none
// A block of 1 MiB of which a few bytes are ever written; one that never was is read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define SIZE (1 << 20)

static unsigned char *block;

static void *run(void *argument) {
    long self = (long)argument;
    for (int i = 0; i < 2; i++)
        block[self * (SIZE / 2) + i * 100003] = (unsigned char)(self + i);
    return 0;
}

int main(void) {
    block = malloc(SIZE);
    block[SIZE - 1] = 7;
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    int sum = block[0] + block[100003] + block[SIZE / 2] + block[SIZE / 2 + 100004] + block[SIZE - 1];
    if (sum == 11) // expect: uninit
        abort();
    free(block);
    return 0;
}
