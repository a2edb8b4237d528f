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
    int each = 100 / parts; // expect: div-by-zero
    pthread_join(t, NULL);
    return each != 25;
}
