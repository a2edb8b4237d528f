// The two loads are operands of one expression.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *writer(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int difference = x - x;
    pthread_join(t, NULL);
    assert(difference == 0); // expect: assert
    return 0;
}
