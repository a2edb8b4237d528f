//@ expect: safe
// A list is edited through the address of the link.
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

__attribute__((noinline)) static void insert(struct node **link, int value) {
    while (*link && (*link)->value < value)
        link = &(*link)->next;
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = *link;
    *link = n;
}

__attribute__((noinline)) static void drop(struct node **link, int value) {
    while (*link) {
        if ((*link)->value == value) {
            struct node *gone = *link;
            *link = gone->next;
            free(gone);
        } else {
            link = &(*link)->next;
        }
    }
}

int main(void) {
    struct node *list = NULL;
    insert(&list, 2);
    insert(&list, 3);
    insert(&list, 1);
    drop(&list, 2);
    assert(list->value == 1 && list->next->value == 3 && !list->next->next);
    drop(&list, 1);
    drop(&list, 3);
    assert(list == NULL);
    return 0;
}
