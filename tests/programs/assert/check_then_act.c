// Both threads may see the seat free before either takes it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
atomic_int passengers;

static void *book(void *arg) {
    (void)arg;
    if (!taken) {
        taken = 1;
        passengers++;
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, book, NULL);
    book(NULL);
    pthread_join(t, NULL);
    assert(passengers == 1); // expect: assert
    return 0;
}
