// As realloc_then_freed.c, where the program has looked whether the block has moved.
#include <assert.h>
#include <stdlib.h>

char *volatile first, *volatile grown, *volatile later;

int main(void) {
    first = malloc(4);
    grown = realloc(first, 100);
    int moved = grown != first;
    free(grown);
    grown = NULL;
    if (moved)
        return 0;
    later = malloc(100);
    int same = later == first;
    free(later);
    assert(!same); // expect: assert
    return 0;
}
