// An enqueue that links its node by a plain assignment instead of a compare-exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    _Atomic(struct node *) next;
};

struct node dummy, nodes[2];
_Atomic(struct node *) tail = &dummy;

static void enqueue(struct node *n) {
    struct node *last = tail;
    last->next = n;
    tail = n;
}

static void *worker(void *arg) {
    enqueue(&nodes[1]);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    enqueue(&nodes[0]);
    pthread_join(t, NULL);
    int count = 0;
    for (struct node *n = dummy.next; n; n = n->next)
        count++;
    assert(count == 2); // expect: assert
    return 0;
}
