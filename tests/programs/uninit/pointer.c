// A pointer that was never set is dereferenced.
#include <stdlib.h>

struct node {
    struct node *volatile next;
    int value;
};

struct node *volatile head;

int main(void) {
    head = malloc(sizeof *head);
    head->value = 1;
    struct node *second = head->next;
    second->value = 2; // expect: uninit
    free(head);
    return 0;
}
