//@ expect: safe
// The repaired twin of memcpy.c: the copy ends before the byte that is written.
#include <assert.h>
#include <pthread.h>
#include <string.h>

volatile char shared[16];
char copy[16];
volatile size_t size = 11;

static void *worker(void *arg) {
    shared[11] = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    memcpy(copy, (const void *)shared, size);
    pthread_join(t, NULL);
    assert(copy[10] == 0 && copy[11] == 0);
    return 0;
}
