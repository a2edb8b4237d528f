//@ expect: safe
// The queue of Michael and Scott: two threads enqueue, main dequeues after the join.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    _Atomic(struct node *) next;
    int value;
};

struct node dummy, nodes[2];
_Atomic(struct node *) head = &dummy, tail = &dummy;

static void enqueue(struct node *n) {
    for (;;) {
        struct node *last = tail;
        struct node *next = last->next;
        if (next) {
            atomic_compare_exchange_strong(&tail, &last, next);
            continue;
        }
        if (atomic_compare_exchange_strong(&last->next, &next, n)) {
            atomic_compare_exchange_strong(&tail, &last, n);
            return;
        }
    }
}

static void *worker(void *arg) {
    nodes[1].value = 2;
    enqueue(&nodes[1]);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    nodes[0].value = 1;
    enqueue(&nodes[0]);
    pthread_join(t, NULL);
    int sum = 0, count = 0;
    for (struct node *n = dummy.next; n; n = n->next) {
        sum += n->value;
        count++;
        if (!n->next)
            assert(tail == n);
    }
    assert(count == 2 && sum == 3);
    return 0;
}
