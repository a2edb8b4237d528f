//@ expect: safe
// Addresses of different objects have some order, and it does not change.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int *volatile a;
int *volatile b;
int *volatile c;

static int less(int *p, int *q) { return (uintptr_t)p < (uintptr_t)q; }

int main(void) {
    a = malloc(sizeof *a);
    b = malloc(sizeof *b);
    c = malloc(sizeof *c);
    int ab = less(a, b), bc = less(b, c), ac = less(a, c);
    assert(less(b, a) == !ab);
    if (ab && bc)
        assert(ac);
    if (!ab && !bc)
        assert(!ac);
    free(b);
    b = malloc(sizeof *b);
    assert(less(a, c) == ac && less(c, a) == !ac);
    assert(less(a, b) != less(b, a));
    free(a);
    free(b);
    free(c);
    return 0;
}
