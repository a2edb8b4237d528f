//@ expect: safe
// The repaired twin of assertion.c.
#include <assert.h>
#include <stdlib.h>

struct pair {
    int a, b;
};

__attribute__((noinline)) static struct pair *make(int a) {
    struct pair *p = malloc(sizeof *p);
    *p = (struct pair){.a = a};
    return p;
}

int main(void) {
    struct pair *volatile p = make(1);
    assert(p->a == 1);
    assert(p->b == 0);
    free(p);
    return 0;
}
