//@ expect: safe
// A freed block is never where one is that lived at the same time, or one that would not fit; and
// what was found out about it once stays true.
#include <assert.h>
#include <stdlib.h>

char *volatile stale, *volatile copy, *volatile old, *volatile big, *volatile one, *volatile two;

int main(void) {
    old = malloc(8);
    stale = copy = malloc(8);
    free(stale);
    assert(stale == copy);
    assert(stale != old);
    big = malloc(800);
    assert(stale != big);
    one = malloc(8);
    two = malloc(8);
    assert(one != two);
    int first = stale == one;
    int second = stale == two;
    assert(!(first && second));
    assert(first == (stale == one) && second == (copy == two));
    if (first)
        assert(stale + 1 == one + 1 && stale + 1 != one);
    free(one);
    assert(first == (stale == one));
    // Whoever comes next may be there, too, but two that are alive never are.
    one = malloc(8);
    if (second)
        assert(stale != one);
    free(one);
    free(two);
    free(big);
    free(old);
    return 0;
}
