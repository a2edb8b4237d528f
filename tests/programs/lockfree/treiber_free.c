// Treiber's stack with a pop that frees at once: another pop may still look into the node.
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

static void pop(void) {
    struct node *top = head;
    for (;;) {
        struct node *next = top->next; // expect: use-after-free
        if (atomic_compare_exchange_strong(&head, &top, next))
            break;
    }
    free(top);
}

static void *worker(void *arg) {
    pop();
    return arg;
}

int main(void) {
    pthread_t t;
    push();
    push();
    pthread_create(&t, NULL, worker, NULL);
    pop();
    pthread_join(t, NULL);
    return 0;
}
