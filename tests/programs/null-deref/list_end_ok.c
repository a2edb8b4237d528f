//@ expect: safe
// The repaired twin of list_end.c: the walk ends at null.
#include <assert.h>
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

struct node third = {NULL, 3};
struct node second = {&third, 2};
struct node first = {&second, 1};
struct node *volatile head = &first;

__attribute__((noinline)) static int sum(const struct node *n) {
    int total = 0;
    for (; n; n = n->next)
        total += n->value;
    return total;
}

int main(void) {
    assert(sum(head) == 6);
    return 0;
}
