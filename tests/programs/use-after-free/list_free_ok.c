//@ expect: safe
// The repaired twin of list_free.c: the next pointer is read before the node goes.
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
        struct node *next = n->next;
        free(n);
        n = next;
    }
}

int main(void) {
    release(cons(cons(NULL)));
    return 0;
}
