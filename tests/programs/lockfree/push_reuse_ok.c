//@ expect: safe
// A push is none the worse for a top that was freed and came back: to the processor both pointers are one.
// Treiber's stack: two threads push two nodes and pop two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *_Atomic top;
static atomic_int sum;

static void push(struct node *node) {
    struct node *old = atomic_load(&top);
    do
        node->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, node));
}

/* Everything at once: nobody else looks into a node that was taken. */
static struct node *take(void) { return atomic_exchange(&top, NULL); }

static void *run(void *argument) {
    for (int i = 1; i <= 2; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        push(node);
        for (struct node *n = take(), *next; n; n = next) {
            next = n->next;
            atomic_fetch_add(&sum, n->value);
            free(n);
        }
    }
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    run(0);
    pthread_join(thread, 0);
    assert(atomic_load(&sum) == 6 && !atomic_load(&top));
    return 0;
}
