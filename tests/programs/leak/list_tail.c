//@ expect: leak
// Only the head of the list is freed; the tail hangs on nothing.
#include <stdlib.h>

struct node {
    struct node *next;
};

__attribute__((noinline)) static struct node *cons(struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->next = next;
    return n;
}

struct node *volatile head;

int main(void) {
    head = cons(cons(NULL));
    free(head);
    return 0;
}
