//@ expect: safe
// A block that was found to be where another had been is freed: a third one is where both were, or
// where neither was.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(16);
    free(a);
    char *b = malloc(16);
    int ab = a == b;
    char *meanwhile = malloc(16);
    free(b);
    assert(b != meanwhile);
    assert(!ab || a != meanwhile);
    char *c = malloc(16);
    int bc = b == c;
    if (ab)
        assert((a == c) == bc);
    else
        assert(!bc || a != c);
    free(c);
    free(meanwhile);
    return 0;
}
