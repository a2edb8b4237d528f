// A walk that looks one node too far.
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

struct node third = {NULL, 3};
struct node second = {&third, 2};
struct node first = {&second, 1};
struct node *volatile head = &first;

__attribute__((noinline)) static int sum(const struct node *n, volatile int *count) {
    int total = 0;
    while ((*count)-- > 0) {
        total += n->value; // expect: null-deref
        n = n->next;
    }
    return total;
}

int main(void) {
    volatile int count = 4;
    return sum(head, &count);
}
