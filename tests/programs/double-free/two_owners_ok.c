//@ expect: safe
// The repaired twin of two_owners.c: a deep copy.
#include <stdlib.h>
#include <string.h>

struct text {
    char *bytes;
};

__attribute__((noinline)) static void drop(struct text *t) {
    free(t->bytes);
}

int main(void) {
    struct text a = {calloc(4, 1)};
    struct text b = {malloc(4)};
    memcpy(b.bytes, a.bytes, 4);
    drop(&a);
    drop(&b);
    return 0;
}
