/* Treiber's stack over an array of nodes that go back to a free list. The planted bug: there are no
 * counters in the heads, so a node that went and came back is taken for one that never left. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define NODES 4
#define THREADS 3
#define ROUNDS 2

static atomic_int head, unused, next[NODES + 1], owner[NODES + 1];

static void push(atomic_int *list, int node) {
    int old = *list;
    do
        next[node] = old;
    while (!atomic_compare_exchange_strong(list, &old, node));
}

static int pop(atomic_int *list) {
    int old = *list;
    while (old != 0 && !atomic_compare_exchange_strong(list, &old, next[old]))
        ;
    return old;
}

static void *user(void *arg) {
    for (int round = 0; round < ROUNDS; round++) {
        int node = pop(&head);
        if (node == 0)
            continue;
        int others = atomic_fetch_add(&owner[node], 1);
        assert(others == 0);
        atomic_fetch_sub(&owner[node], 1);
        push(&unused, node);
        node = pop(&unused);
        if (node != 0)
            push(&head, node);
    }
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int node = 1; node <= NODES; node++)
        push(&head, node);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, user, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
}
