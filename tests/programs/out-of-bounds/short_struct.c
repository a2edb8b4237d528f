// A block too small for the struct that is kept in it.
#include <stdlib.h>

struct record {
    long key;
    long value;
};

__attribute__((noinline)) static struct record *make(size_t size) {
    return malloc(size);
}

int main(void) {
    struct record *volatile r = make(sizeof(struct record *));
    r->key = 1;
    r->value = 2; // expect: out-of-bounds
    free(r);
    return 0;
}
