//@ skip-none
// A node is taken back and, in a rare branch, changed, while a reader may still look at it.
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

struct node { atomic_int value; };
static _Atomic(struct node *) head;

static void *reader(void *arg) {
    struct node *seen = head;
    if (seen)
        assert(seen->value == 3); // expect: assert
    return arg;
}

int main(void) {
    pthread_t t;
    struct node *node = malloc(sizeof *node);
    node->value = 3;
    head = node;
    pthread_create(&t, NULL, reader, NULL);
    struct node *mine = atomic_exchange(&head, NULL);
    if (rarely())
        mine->value = 4;
    pthread_join(t, NULL);
    free(mine);
}
