//@ expect: safe
// The queue lock of Mellor-Crummey and Scott; its nodes live on the threads' stacks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct waiter {
    _Atomic(struct waiter *) next;
    atomic_int blocked;
};

_Atomic(struct waiter *) tail;
int counter;

static void work(void) {
    struct waiter me;
    atomic_init(&me.next, NULL);
    atomic_init(&me.blocked, 1);
    struct waiter *before = atomic_exchange(&tail, &me);
    if (before) {
        before->next = &me;
        while (me.blocked) {
        }
    }
    counter++;
    struct waiter *expected = &me;
    if (!me.next && atomic_compare_exchange_strong(&tail, &expected, NULL))
        return;
    while (!me.next) {
    }
    me.next->blocked = 0;
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
    assert(counter == 2);
    return 0;
}
