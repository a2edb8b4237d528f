//@ expect: safe
// The writer replaces the version and frees the old one when no reader is inside.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) current;
atomic_int reading;

static int *make(int value) {
    int *p = malloc(sizeof *p);
    *p = value;
    return p;
}

static void *reader(void *arg) {
    reading = 1;
    int value = *current;
    reading = 0;
    assert(value == 1 || value == 2);
    return arg;
}

int main(void) {
    pthread_t t;
    current = make(1);
    pthread_create(&t, NULL, reader, NULL);
    int *old = atomic_exchange(&current, make(2));
    while (reading) {
    }
    free(old);
    pthread_join(t, NULL);
    free(current);
    return 0;
}
