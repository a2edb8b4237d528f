//@ expect: safe
// A list whose links are the exclusive or of both neighbours: nothing points to the nodes themselves.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    int value;
    uintptr_t link;
};

static struct node *volatile first;

static struct node *add(struct node *last, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->link = (uintptr_t)last;
    if (last)
        last->link ^= (uintptr_t)node;
    return node;
}

int main(void) {
    struct node *last = first = add(NULL, 1);
    for (int i = 2; i <= 4; i++)
        last = add(last, i);
    last = NULL;
    int sum = 0;
    for (struct node *before = NULL, *node = first; node;) {
        struct node *next = (struct node *)((uintptr_t)before ^ node->link);
        sum += node->value;
        free(before);
        before = node;
        node = next;
        if (!node)
            free(before);
    }
    assert(sum == 10);
    return 0;
}
