//@ expect: safe
// Deleted nodes of a lock-free list are marked in their next pointer.
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    atomic_uintptr_t next;
    int value;
};

static struct node *plain(uintptr_t u) {
    return (struct node *)(u & ~(uintptr_t)1);
}

int main(void) {
    struct node *b = malloc(sizeof *b);
    struct node *a = malloc(sizeof *a);
    atomic_init(&b->next, 0);
    b->value = 2;
    atomic_init(&a->next, (uintptr_t)b);
    a->value = 1;
    uintptr_t expected = (uintptr_t)b;
    assert(atomic_compare_exchange_strong(&a->next, &expected, (uintptr_t)b | 1));
    expected = (uintptr_t)b;
    assert(!atomic_compare_exchange_strong(&a->next, &expected, 0));
    assert(expected == ((uintptr_t)b | 1));
    assert(plain(a->next)->value == 2);
    atomic_fetch_and(&a->next, ~(uintptr_t)1);
    atomic_fetch_or(&a->next, 1);
    struct node *second = plain(a->next);
    free(a);
    assert(second->value == 2 && second->next == 0);
    free(second);
    return 0;
}
