// The Michael-Scott queue, three threads that enqueue and three that dequeue once
// each, nodes from a pool that is never reused. Pointers move all the time.
// The twin of promela/msqueue.pml.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef ENQUEUERS
#define ENQUEUERS 3
#endif
#ifndef DEQUEUERS
#define DEQUEUERS 3
#endif

struct node {
    struct node *_Atomic next;
    int value;
};

static struct node pool[ENQUEUERS + 1];
static struct node *_Atomic head = &pool[0];
static struct node *_Atomic tail = &pool[0];

static void *enqueue(void *argument) {
    struct node *node = argument;
    node->value = 1;
    for (;;) {
        struct node *last = atomic_load(&tail);
        struct node *next = atomic_load(&last->next);
        if (last != atomic_load(&tail))
            continue;
        if (next) {
            atomic_compare_exchange_strong(&tail, &last, next);
            continue;
        }
        if (atomic_compare_exchange_strong(&last->next, &next, node)) {
            atomic_compare_exchange_strong(&tail, &last, node);
            return 0;
        }
    }
}

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
            assert(value == 1);
            return 0;
        }
    }
}

int main(void) {
    pthread_t threads[ENQUEUERS + DEQUEUERS];
    for (int i = 0; i < ENQUEUERS; i++)
        pthread_create(&threads[i], 0, enqueue, &pool[i + 1]);
    for (int i = 0; i < DEQUEUERS; i++)
        pthread_create(&threads[ENQUEUERS + i], 0, dequeue, 0);
    for (int i = 0; i < ENQUEUERS + DEQUEUERS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
