//@ expect: safe
// From the address of a member back to the struct.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct link {
    struct link *next;
};

struct item {
    int value;
    struct link link;
};

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

struct link *volatile head;

int main(void) {
    for (int i = 1; i <= 3; i++) {
        struct item *it = malloc(sizeof *it);
        it->value = i;
        it->link.next = head;
        head = &it->link;
    }
    int sum = 0;
    while (head) {
        struct item *it = container_of(head, struct item, link);
        sum = sum * 10 + it->value;
        head = head->next;
        free(it);
    }
    assert(sum == 321);
    return 0;
}
