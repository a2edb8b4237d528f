//@ expect: safe
// The repaired twin of treiber_aba.c: a node that was popped is not pushed again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    _Atomic(struct node *) next;
};

struct node c = {NULL};
struct node b = {NULL};
struct node a = {&b};
_Atomic(struct node *) head = &a;

static struct node *pop(void) {
    struct node *top = head;
    for (;;) {
        if (!top)
            return NULL;
        struct node *next = top->next;
        if (atomic_compare_exchange_strong(&head, &top, next))
            return top;
    }
}

static void push(struct node *n) {
    struct node *top = head;
    do
        n->next = top;
    while (!atomic_compare_exchange_strong(&head, &top, n));
}

static void *worker(void *arg) {
    (void)arg;
    pop();
    struct node *second = pop();
    push(&c);
    return second;
}

int main(void) {
    pthread_t t;
    void *taken;
    pthread_create(&t, NULL, worker, NULL);
    struct node *mine = pop();
    pthread_join(t, &taken);
    assert(!taken || (head != taken && mine != taken));
    return 0;
}
