//@ expect: safe
// Two readers do not race.
#include <assert.h>
#include <pthread.h>

int value = 5;

static void *reader(void *arg) {
    assert(value == 5);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    value = 6;
    return 0;
}
