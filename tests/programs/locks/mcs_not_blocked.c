// The queue lock where a waiter forgets to block itself before it queues up.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct waiter {
    _Atomic(struct waiter *) next;
    atomic_int blocked;
};

_Atomic(struct waiter *) tail;
struct waiter nodes[2];
atomic_int inside;

static void work(struct waiter *me) {
    struct waiter *before = atomic_exchange(&tail, me);
    if (before) {
        before->next = me;
        while (me->blocked) {
        }
    }
    int others = atomic_fetch_add(&inside, 1);
    assert(others == 0); // expect: assert
    atomic_fetch_sub(&inside, 1);
    struct waiter *expected = me;
    if (!me->next && atomic_compare_exchange_strong(&tail, &expected, NULL))
        return;
    while (!me->next) {
    }
    me->next->blocked = 0;
}

static void *worker(void *arg) {
    work(&nodes[1]);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    work(&nodes[0]);
    pthread_join(t, NULL);
    return 0;
}
