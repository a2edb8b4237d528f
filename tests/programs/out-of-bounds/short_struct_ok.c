//@ expect: safe
// The repaired twin of short_struct.c: sizeof of the struct, not of the pointer.
#include <stdlib.h>

struct record {
    long key;
    long value;
};

__attribute__((noinline)) static struct record *make(size_t size) {
    return malloc(size);
}

int main(void) {
    struct record *volatile r = make(sizeof(struct record));
    r->key = 1;
    r->value = 2;
    free(r);
    return 0;
}
