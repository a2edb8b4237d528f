// The ring buffer that believes it has one slot more than it has.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SLOTS = 2, ITEMS = 3 };
atomic_int slots[SLOTS];
atomic_uint written, read_;

static void *producer(void *arg) {
    for (unsigned i = 0; i < ITEMS; i++) {
        while (i - read_ > SLOTS) {
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
        int item = slots[i % SLOTS];
        assert(item == (int)i + 10); // expect: assert
        read_ = i + 1;
    }
    pthread_join(t, NULL);
    return 0;
}
