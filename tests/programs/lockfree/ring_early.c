// The ring buffer announces an item before it is in its slot.
#include <pthread.h>
#include <stdatomic.h>

enum { SLOTS = 2, ITEMS = 2 };
volatile int slots[SLOTS];
atomic_uint written;
volatile int got;

static void *producer(void *arg) {
    for (unsigned i = 0; i < ITEMS; i++) {
        written = i + 1;
        slots[i % SLOTS] = (int)i + 10; // expect: data-race
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    for (unsigned i = 0; i < ITEMS; i++) {
        while (written == i) {
        }
        got = slots[i % SLOTS]; // expect: data-race
    }
    pthread_join(t, NULL);
    return 0;
}
