// The wrong member: the struct would begin before its object.
#include <stddef.h>
#include <stdlib.h>

struct item {
    long value;
    long first;
    long second;
};

long *volatile member;

int main(void) {
    struct item *it = calloc(1, sizeof *it);
    member = &it->first;
    struct item *wrong = (struct item *)((char *)member - offsetof(struct item, second));
    volatile long *value = &wrong->value;
    long v = *value; // expect: out-of-bounds
    free(it);
    return (int)v;
}
