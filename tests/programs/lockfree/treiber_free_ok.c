//@ expect: safe
// The repaired twin of treiber_free.c: popped nodes wait until both threads are through.
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

static struct node *pop(void) {
    struct node *top = head;
    for (;;) {
        struct node *next = top->next;
        if (atomic_compare_exchange_strong(&head, &top, next))
            return top;
    }
}

static void *worker(void *arg) {
    (void)arg;
    return pop();
}

int main(void) {
    pthread_t t;
    void *theirs;
    push();
    push();
    pthread_create(&t, NULL, worker, NULL);
    struct node *mine = pop();
    pthread_join(t, &theirs);
    free(mine);
    free(theirs);
    return 0;
}
