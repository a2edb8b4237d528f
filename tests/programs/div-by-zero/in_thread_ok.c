//@ expect: safe
// The repaired twin of in_thread.c: the value changes in one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int divisor = 1;
volatile int result;

static void *divide(void *arg) {
    (void)arg;
    result = 100 / divisor;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, divide, NULL);
    divisor = 2;
    pthread_join(t, NULL);
    assert(result == 100 || result == 50);
    return 0;
}
