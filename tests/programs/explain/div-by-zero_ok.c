//@ expect: safe
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int parts;

static void *count(void *arg) {
    parts = 4;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, count, NULL);
    pthread_join(t, NULL);
    return 100 / parts != 25;
}
