//@ expect: leak
// The same lost push with nodes from the heap.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

_Atomic(struct node *) head;

static void push(void) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
}

static void *worker(void *arg) {
    push();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    push();
    pthread_join(t, NULL);
    for (struct node *n = head, *next; n; n = next) {
        next = n->next;
        free(n);
    }
    return 0;
}
