//@ flags: --races=off
// The same inside memcpy, with a size the compiler does not know.
#include <assert.h>
#include <pthread.h>
#include <string.h>

volatile long shared[4];
volatile size_t size = sizeof shared;

static void *writer(void *arg) {
    shared[0] = 1;
    shared[3] = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    long copy[4];
    pthread_create(&t, NULL, writer, NULL);
    memcpy(copy, (const void *)shared, size);
    pthread_join(t, NULL);
    assert(!(copy[0] == 0 && copy[3] == 1)); // expect: assert
    return 0;
}
