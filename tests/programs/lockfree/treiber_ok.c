//@ expect: safe
// Treiber's stack: each thread pushes one node and pops one; nodes are freed at the end.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

_Atomic(struct node *) head;
struct node *popped[2];

static void push(int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = head;
    while (!atomic_compare_exchange_strong(&head, &n->next, n)) {
    }
}

static struct node *pop(void) {
    struct node *top = head;
    while (top && !atomic_compare_exchange_strong(&head, &top, top->next)) {
    }
    return top;
}

static void work(int who) {
    push(who + 1);
    popped[who] = pop();
}

static void *worker(void *arg) {
    work(1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    work(0);
    pthread_join(t, NULL);
    assert(head == NULL);
    assert(popped[0]->value + popped[1]->value == 3);
    free(popped[0]);
    free(popped[1]);
    return 0;
}
