//@ expect: safe
// As realloc_then_freed.c: if the third block is where the second was, it is where the first was exactly if
// the second was; and one of the first size is there only if the second was not.
#include <assert.h>
#include <stdlib.h>

char *volatile first, *volatile grown, *volatile later, *volatile small;

int main(void) {
    first = malloc(4);
    grown = realloc(first, 100);
    int in_place = grown == first;
    free(grown);
    later = malloc(100);
    if (later == grown)
        assert((later == first) == in_place);
    else
        assert(later != first);
    small = malloc(4);
    if (small == first)
        assert(!in_place);
    free(small);
    free(later);
    return 0;
}
