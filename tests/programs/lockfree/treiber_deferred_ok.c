//@ expect: safe
// What may still be looked at is freed later, so nothing new can lie where it was.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next, *retired;
};

_Atomic(struct node *) head;
static struct node *retired;

static void push(void) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    while (!atomic_compare_exchange_strong(&head, &n->next, n))
        ;
}

static struct node *pop(void) {
    struct node *top = head;
    while (top && !atomic_compare_exchange_strong(&head, &top, top->next))
        ;
    return top;
}

static void *worker(void *arg) {
    for (int i = 0; i < 2; i++) {
        struct node *n = pop();
        if (n) {
            n->retired = retired;
            retired = n;
        }
    }
    push();
    return arg;
}

int main(void) {
    pthread_t t;
    push();
    push();
    struct node *top = head, *next = top->next;
    pthread_create(&t, NULL, worker, NULL);
    int taken = atomic_compare_exchange_strong(&head, &top, next);
    pthread_join(t, NULL);
    int count = 0;
    for (struct node *n = retired, *after; n; n = after, count++) {
        after = n->retired;
        free(n);
    }
    if (taken) {
        count++;
        free(top);
    }
    for (struct node *n; (n = pop()); count++)
        free(n);
    assert(count == 3);
    return 0;
}
