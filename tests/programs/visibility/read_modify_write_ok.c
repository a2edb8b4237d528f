//@ expect: safe
// Read-modify-write operations are single steps, each of them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int sum, top, bits = 4;
atomic_int claims;

static void work(int who) {
    atomic_fetch_add(&sum, who);
    atomic_fetch_or(&bits, who);
    atomic_fetch_xor(&bits, 4);
    if (atomic_exchange(&top, 1) == 0)
        claims++;
}

static void *worker(void *arg) {
    work(1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    work(2);
    pthread_join(t, NULL);
    assert(sum == 3 && bits == 7 && claims == 1);
    return 0;
}
