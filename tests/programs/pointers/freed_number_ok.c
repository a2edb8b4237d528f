//@ expect: safe
// Blocks that lived at the same time have different numbers, also if one is looked at when the other
// is gone; and a number does not change.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t hash(void *p) { return (uintptr_t)p * 3; }

char *volatile q, *volatile r;

int main(void) {
    char *p = malloc(8);
    q = malloc(8);
    uintptr_t h = hash(p);
    free(p);
    p = NULL;
    assert(h != hash(q));
    r = malloc(8);
    uintptr_t g = hash(r);
    assert(g != hash(q) && g == hash(r));
    free(q);
    q = malloc(8);
    assert(g != hash(q));
    if (g == h)
        assert(hash(q) != h);
    free(q);
    free(r);
    return 0;
}
