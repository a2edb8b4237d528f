//@ expect: safe
// A ring buffer for one producer and one consumer; the slots are plain memory.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SLOTS = 2, ITEMS = 3 };
int slots[SLOTS];
atomic_uint written, read_;

static void *producer(void *arg) {
    for (unsigned i = 0; i < ITEMS; i++) {
        while (i - read_ == SLOTS) {
        }
        slots[i % SLOTS] = (int)i + 10;
        written = i + 1;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    for (unsigned i = 0; i < ITEMS; i++) {
        while (written == i) {
        }
        assert(slots[i % SLOTS] == (int)i + 10);
        read_ = i + 1;
    }
    pthread_join(t, NULL);
    return 0;
}
