//@ opt: O0
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int value = 42;
static int *_Atomic config;

static void *load(void *arg) {
    config = &value;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, load, NULL);
    int seen = *config; // expect: null-deref
    pthread_join(t, NULL);
    return seen - 42;
}
