//@ skip-none
// A reader may hold a node that its owner takes back and, in a rare branch, frees. All other
// executions only read the node.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

struct node { int value; };
static _Atomic(struct node *) head;

static int look(struct node *node) {
    return node->value; // expect: use-after-free
}

static void *reader(void *arg) {
    struct node *node = head;
    if (node)
        assert(look(node) == 3);
    return arg;
}

int main(void) {
    pthread_t t;
    struct node *node = malloc(sizeof *node);
    node->value = 3;
    head = node;
    pthread_create(&t, NULL, reader, NULL);
    struct node *mine = atomic_exchange(&head, NULL);
    int early = rarely();
    if (early)
        free(mine);
    pthread_join(t, NULL);
    if (!early)
        free(mine);
}
