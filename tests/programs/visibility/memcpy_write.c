//@ flags: --races=off
// The copy writes shared memory: a reader sees its first word before its last.
#include <assert.h>
#include <pthread.h>
#include <string.h>

volatile long shared[4];
volatile long source[4] = {1, 1, 1, 1};
volatile size_t size = sizeof shared;

static void *writer(void *arg) {
    memcpy((void *)shared, (const void *)source, size);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    long first = shared[0];
    long last = shared[3];
    pthread_join(t, NULL);
    assert(!(first == 1 && last == 0)); // expect: assert
    return 0;
}
