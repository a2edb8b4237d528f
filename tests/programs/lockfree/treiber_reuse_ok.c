//@ expect: safe
// The same with a counter beside the head: the exchange of a head that was taken in between fails,
// wherever the new node lies.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

struct head {
    struct node *top;
    unsigned long count;
};

union wide {
    struct head h;
    unsigned __int128 all;
};

static _Alignas(16) volatile union wide head;

__attribute__((noinline, target("cx16"))) static unsigned __int128 exchange(union wide old, union wide new) {
    return __sync_val_compare_and_swap(&head.all, old.all, new.all);
}

static struct head get(void) {
    union wide zero = {{NULL, 0}}, now;
    now.all = exchange(zero, zero);
    return now.h;
}

static int set(struct head old, struct node *top) {
    union wide from = {old}, to = {{top, old.count + 1}};
    return exchange(from, to) == from.all;
}

static void push(void) {
    struct node *n = malloc(sizeof *n);
    struct head old;
    do {
        old = get();
        n->next = old.top;
    } while (!set(old, n));
}

static void *worker(void *arg) {
    struct head old = get();
    struct node *second = old.top->next;
    if (set(old, second)) {
        free(old.top);
        push();
    }
    return arg;
}

int main(void) {
    pthread_t t;
    push();
    push();
    struct head old = get();
    struct node *next = old.top->next;
    pthread_create(&t, NULL, worker, NULL);
    int taken = set(old, next);
    pthread_join(t, NULL);
    if (taken)
        free(old.top);
    int count = 0;
    for (struct node *n = get().top, *after; n; n = after, count++) {
        after = n->next;
        free(n);
    }
    assert(count == (taken ? 1 : 2));
    return 0;
}
