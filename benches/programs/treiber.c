// Treiber's stack: two threads push their own nodes and pop whatever is there.
// Heap objects, pointers that move, compare-and-swap; nodes are freed only when
// both threads are done, so that a stale `next` may be read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define THREADS 2
#define PUSHES 2

struct node {
    struct node *_Atomic next;
    int value;
};

static struct node *_Atomic top;
static struct node *popped[THREADS][PUSHES];

static void push(struct node *node) {
    struct node *head = atomic_load(&top);
    do
        atomic_store(&node->next, head);
    while (!atomic_compare_exchange_strong(&top, &head, node));
}

static struct node *pop(void) {
    struct node *head = atomic_load(&top);
    while (head && !atomic_compare_exchange_strong(&top, &head, atomic_load(&head->next)))
        ;
    return head;
}

static void *run(void *argument) {
    int self = (int)(long)argument;
    for (int i = 0; i < PUSHES; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = 1 << (self * PUSHES + i);
        push(node);
    }
    for (int i = 0; i < PUSHES; i++)
        popped[self][i] = pop();
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    int seen = 0;
    for (int i = 0; i < THREADS; i++)
        for (int j = 0; j < PUSHES; j++) {
            assert(popped[i][j] && !(seen & popped[i][j]->value));
            seen |= popped[i][j]->value;
            free(popped[i][j]);
        }
    assert(seen == (1 << (THREADS * PUSHES)) - 1);
    return 0;
}
