// The queue lock with a hand-over that is not atomic.
#include <pthread.h>
#include <stdatomic.h>

struct waiter {
    _Atomic(struct waiter *) next;
    volatile int blocked;
};

_Atomic(struct waiter *) tail;
atomic_int counter;

static void work(void) {
    struct waiter me;
    atomic_init(&me.next, NULL);
    me.blocked = 1;
    struct waiter *before = atomic_exchange(&tail, &me);
    if (before) {
        before->next = &me;
        while (me.blocked) { // expect: data-race
        }
    }
    counter++;
    struct waiter *expected = &me;
    if (!me.next && atomic_compare_exchange_strong(&tail, &expected, NULL))
        return;
    while (!me.next) {
    }
    struct waiter *next = me.next;
    next->blocked = 0; // expect: data-race
}

static void *worker(void *arg) {
    work();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    work();
    pthread_join(t, NULL);
    return 0;
}
