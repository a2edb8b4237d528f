//@ expect: safe
// As realloc_asked_then_freed.c, where it has moved: nothing of the new size is where the old block was.
#include <assert.h>
#include <stdlib.h>

char *volatile first, *volatile grown, *volatile later;

int main(void) {
    first = malloc(4);
    grown = realloc(first, 100);
    int moved = grown != first;
    free(grown);
    grown = NULL;
    if (!moved)
        return 0;
    later = malloc(100);
    int same = later == first;
    free(later);
    assert(!same);
    return 0;
}
