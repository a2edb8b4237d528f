//@ expect: safe
// Treiber's lock-free stack: the head is moved by compare-and-exchange.
//
// Each thread pushes one node and pops one, not necessarily its own. The nodes
// are freed only when both threads are through. Freeing a node right in `pop`
// looks tempting and is wrong: another thread may have read the same head and
// be about to read its `next`. Try it, and see use-after-free.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next; // Written before the node is published, never afterwards.
    int value;
};

_Atomic(struct node *) head;

static void push(struct node *n) {
    struct node *top = head;
    do
        n->next = top;
    while (!atomic_compare_exchange_strong(&head, &top, n)); // Sets top if it fails.
}

static struct node *pop(void) {
    struct node *top = head;
    while (top && !atomic_compare_exchange_strong(&head, &top, top->next)) {
    }
    return top;
}

static void *worker(void *arg) {
    struct node *n = malloc(sizeof *n);
    n->value = arg ? 1 : 2;
    push(n);
    return pop();
}

int main(void) {
    pthread_t t;
    void *theirs;
    pthread_create(&t, NULL, worker, NULL);
    struct node *mine = worker(&t);
    pthread_join(t, &theirs);
    assert(head == NULL);
    assert(mine->value + ((struct node *)theirs)->value == 3);
    free(mine);
    free(theirs);
    return 0;
}
