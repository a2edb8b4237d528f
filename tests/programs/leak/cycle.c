//@ expect: leak
// Two blocks point to each other and nothing points to them.
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
    root = NULL;
    return 0;
}
