//@ expect: safe
//@ native: no
// A queue in which nodes wander for ever: other addresses, the same shape, the same state.
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct node *head, *tail;

static void append(int value) {
    struct node *n = malloc(sizeof *n);
    n->next = NULL;
    n->value = value;
    if (tail)
        tail->next = n;
    else
        head = n;
    tail = n;
}

static int take(void) {
    struct node *n = head;
    int value = n->value;
    head = n->next;
    if (!head)
        tail = NULL;
    free(n);
    return value;
}

int main(void) {
    append(0);
    append(1);
    for (;;) {
        int value = take();
        assert(value == 0 || value == 1);
        append(value);
    }
}
