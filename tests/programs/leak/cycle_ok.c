//@ expect: safe
// The repaired twin of cycle.c: the cycle is taken apart first.
#include <stdlib.h>

struct node {
    struct node *other;
};

struct node *volatile root;

int main(void) {
    struct node *a = malloc(sizeof *a);
    struct node *b = malloc(sizeof *b);
    a->other = b;
    b->other = a;
    root = a;
    free(root->other);
    free(root);
    root = NULL;
    return 0;
}
