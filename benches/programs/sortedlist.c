// A sorted singly linked list with nodes from the heap: seven inserts, without
// locks, by as many threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 7
#endif
#ifndef INSERTS
#define INSERTS 1
#endif

struct node {
    int value;
    struct node *_Atomic next;
};

static struct node *_Atomic list;

static void insert(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    for (;;) {
        struct node *_Atomic *place = &list;
        struct node *next = atomic_load(place);
        while (next && next->value < value) {
            place = &next->next;
            next = atomic_load(place);
        }
        atomic_store_explicit(&node->next, next, memory_order_seq_cst);
        if (atomic_compare_exchange_strong(place, &next, node))
            return;
    }
}

static void *run(void *argument) {
    int self = (int)(long)argument;
    for (int i = 0; i < INSERTS; i++)
        insert(self + (i * 7) % INSERTS * THREADS);
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    int expected = 0;
    for (struct node *node = atomic_load(&list), *next; node; node = next) {
        assert(node->value == expected++);
        next = atomic_load(&node->next);
        free(node);
    }
    assert(expected == THREADS * INSERTS);
    return 0;
}
