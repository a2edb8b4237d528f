//@ expect: safe
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
    pthread_join(t, NULL); // Now it is there.
    return *config - 42;
}
