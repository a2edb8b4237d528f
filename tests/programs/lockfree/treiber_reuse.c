// A, B, A with memory that comes back: the new node lies where the popped one was, so the exchange
// succeeds and makes a node the head that was freed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

_Atomic(struct node *) head;
struct node *last; // what was pushed last, lost or not

static void push(int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    last = n;
    n->next = head;
    while (!atomic_compare_exchange_strong(&head, &n->next, n))
        ;
}

static void drop(void) {
    struct node *top = head;
    while (top && !atomic_compare_exchange_strong(&head, &top, top->next))
        ;
    free(top);
}

static void *worker(void *arg) {
    drop();
    drop();
    push(3);
    return arg;
}

int main(void) {
    pthread_t t;
    push(1);
    push(2);
    // A pop that is interrupted just before its exchange.
    struct node *top = head, *next = top->next;
    pthread_create(&t, NULL, worker, NULL);
    if (atomic_compare_exchange_strong(&head, &top, next)) {
        pthread_join(t, NULL);
        struct node *now = head;
        int sum = now ? now->value : 0; // expect: use-after-free
        if (now)
            free(now);
        free(top);
        return sum < 0;
    }
    pthread_join(t, NULL);
    drop();
    return 0;
}
