// The writer frees the old version without waiting for the reader.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) current;
volatile int seen;

static int *make(int value) {
    int *p = malloc(sizeof *p);
    *p = value;
    return p;
}

static void *reader(void *arg) {
    int *version = current;
    seen = *version; // expect: use-after-free
    return arg;
}

int main(void) {
    pthread_t t;
    current = make(1);
    pthread_create(&t, NULL, reader, NULL);
    int *old = atomic_exchange(&current, make(2));
    free(old);
    pthread_join(t, NULL);
    free(current);
    return 0;
}
