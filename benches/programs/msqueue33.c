// The Michael-Scott queue with nodes from the heap: three enqueue operations
// and three dequeue operations, each by a thread of its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef ENQUEUES
#define ENQUEUES 3
#endif
#ifndef DEQUEUES
#define DEQUEUES 3
#endif

struct node {
    int value;
    struct node *_Atomic next;
    struct node *all;
};

static struct node *_Atomic head, *_Atomic tail;
static atomic_int sum;

static struct node *new_node(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    atomic_init(&node->next, 0);
    return node;
}

static void *enqueue(void *argument) {
    struct node *node = new_node((int)(long)argument);
    for (;;) {
        struct node *last = atomic_load(&tail);
        struct node *next = atomic_load(&last->next);
        if (last != atomic_load(&tail))
            continue;
        if (next) {
            atomic_compare_exchange_strong(&tail, &last, next);
        } else if (atomic_compare_exchange_strong(&last->next, &next, node)) {
            atomic_compare_exchange_strong(&tail, &last, node);
            return 0;
        }
    }
}

// Nodes that were dequeued stay where they are until the end: somebody may
// still be looking at them.
static void *dequeue(void *argument) {
    (void)argument;
    for (;;) {
        struct node *first = atomic_load(&head);
        struct node *last = atomic_load(&tail);
        struct node *next = atomic_load(&first->next);
        if (first != atomic_load(&head))
            continue;
        if (!next)
            return 0;
        if (first == last) {
            atomic_compare_exchange_strong(&tail, &last, next);
            continue;
        }
        int value = next->value;
        if (atomic_compare_exchange_strong(&head, &first, next)) {
            atomic_fetch_add(&sum, value);
            return 0;
        }
    }
}

int main(void) {
    pthread_t threads[ENQUEUES + DEQUEUES];
    struct node *start = new_node(0);
    atomic_init(&head, start);
    atomic_init(&tail, start);
    for (long i = 0; i < ENQUEUES; i++)
        pthread_create(&threads[i], 0, enqueue, (void *)(1L << i));
    for (int i = 0; i < DEQUEUES; i++)
        pthread_create(&threads[ENQUEUES + i], 0, dequeue, 0);
    for (int i = 0; i < ENQUEUES + DEQUEUES; i++)
        pthread_join(threads[i], 0);
    int all = atomic_load(&sum), passed = 0;
    for (struct node *node = start, *next; node; node = next) {
        next = atomic_load(&node->next);
        passed |= node == atomic_load(&head);
        if (passed && next)
            all += next->value;
        free(node);
    }
    assert(all == (1 << ENQUEUES) - 1);
    return 0;
}
