//@ expect: safe
// The repaired twin of check_then_act.c: check and act in one compare-exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
atomic_int passengers;

static void *book(void *arg) {
    (void)arg;
    int expected = 0;
    if (atomic_compare_exchange_strong(&taken, &expected, 1))
        passengers++;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, book, NULL);
    book(NULL);
    pthread_join(t, NULL);
    assert(passengers == 1);
    return 0;
}
