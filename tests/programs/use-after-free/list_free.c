//@ skip-none
// Frees a list and reads the next pointer out of the node just freed.
#include <stdlib.h>

struct node {
    struct node *next;
};

__attribute__((noinline)) static struct node *cons(struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->next = next;
    return n;
}

__attribute__((noinline)) static void release(struct node *volatile n) {
    while (n) {
        free(n);
        n = n->next; // expect: use-after-free
    }
}

int main(void) {
    release(cons(cons(NULL)));
    return 0;
}
