// A member of a null struct lies at a small offset from null; still null-deref.
#include <stddef.h>

struct node {
    struct node *next;
    long value;
};

struct node *volatile head = NULL;

int main(void) {
    return (int)head->value; // expect: null-deref
}
