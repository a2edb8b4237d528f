//@ expect: safe
// The repaired twin of list_tail.c.
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
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
