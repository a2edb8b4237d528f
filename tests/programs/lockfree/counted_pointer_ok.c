//@ expect: safe
// A stack whose head has a pointer in its lower 48 bits and a count in the upper 16, against ABA.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic uintptr_t head;

static struct node *pointer(uintptr_t counted) {
    return (struct node *)((intptr_t)(counted << 16) >> 16);
}

static uintptr_t count(struct node *node, uintptr_t before) {
    return (uintptr_t)node | ((before >> 48) + 1) << 48;
}

static void push(struct node *node) {
    uintptr_t before = head;
    do
        node->next = pointer(before);
    while (!atomic_compare_exchange_strong(&head, &before, count(node, before)));
}

static void *work(void *arg) {
    push(arg);
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->value = 1;
    b->value = 2;
    pthread_create(&thread, NULL, work, a);
    a = NULL;
    push(b);
    b = NULL;
    pthread_join(thread, NULL);
    int sum = 0;
    for (struct node *node = pointer(head), *next; node; node = next) {
        next = node->next;
        sum += node->value;
        free(node);
    }
    assert(sum == 3 && head >> 48 == 2);
    return 0;
}
