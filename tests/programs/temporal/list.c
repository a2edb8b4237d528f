//@ flags: --ltl 'G {head == NULL || head->value != 2}'
//@ opt: O0
//@ expect: ltl
// Expressions follow pointers.
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
} *head;

int main(void) {
    struct node *node = malloc(sizeof *node);
    node->value = 1;
    node->next = NULL;
    head = node;
    head->value = 2;
    head = NULL;
    free(node);
    return 0;
}
