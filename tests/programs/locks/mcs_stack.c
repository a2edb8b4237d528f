// The queue lock that does not wait for its successor to link in: it touches a dead frame.
#include <pthread.h>
#include <stdatomic.h>

struct waiter {
    _Atomic(struct waiter *) next;
    atomic_int blocked;
};

_Atomic(struct waiter *) tail;

static __attribute__((noinline)) void work(void) {
    struct waiter me;
    atomic_init(&me.next, NULL);
    atomic_init(&me.blocked, 1);
    struct waiter *before = atomic_exchange(&tail, &me);
    if (before) {
        before->next = &me; // expect: dead-stack
        while (me.blocked) {
        }
    }
    struct waiter *expected = &me;
    if (!me.next && atomic_compare_exchange_strong(&tail, &expected, NULL))
        return;
    struct waiter *next = me.next;
    if (next)
        next->blocked = 0;
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
