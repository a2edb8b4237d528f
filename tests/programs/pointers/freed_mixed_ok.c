//@ expect: safe
// Pointers and the numbers made of them tell the same story.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

char *volatile p, *volatile q;

static uintptr_t hash(void *p) { return ((uintptr_t)p >> 3) * 5; }

int main(void) {
    p = malloc(16);
    uintptr_t h = hash(p);
    free(p);
    q = malloc(16);
    int same = p == q;
    assert(same == (h == hash(q)));
    assert(hash(p) == h);
    free(q);
    p = malloc(16);
    int again = h == hash(p);
    assert(again == (h == hash(p)));
    if (same)
        assert(again == (p == q));
    free(p);
    return 0;
}
