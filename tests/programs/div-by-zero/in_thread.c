// The divisor is zero only for a moment, and only the other thread sees it.
#include <pthread.h>
#include <stdatomic.h>

atomic_int divisor = 1;
volatile int result;

static void *divide(void *arg) {
    (void)arg;
    result = 100 / divisor; // expect: div-by-zero
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, divide, NULL);
    divisor = 0;
    divisor = 2;
    pthread_join(t, NULL);
    return 0;
}
