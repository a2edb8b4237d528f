//@ skip-none
// Main takes a node from a thread and frees it, but the thread goes on using it, as its last deed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { int value; atomic_int uses; };
static _Atomic(struct node *) head;

static void *worker(void *arg) {
    struct node *node = malloc(sizeof *node);
    node->value = 3;
    node->uses = 0;
    head = node;
    node->uses++; // expect: use-after-free
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    struct node *node = atomic_exchange(&head, NULL);
    if (node) {
        node->value++;
        free(node);
    }
    pthread_join(t, NULL);
    free(head);
}
