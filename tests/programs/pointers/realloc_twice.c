// The same with a block that grows twice.
#include <assert.h>
#include <stdlib.h>

char *volatile first, *volatile grown, *volatile later;

int main(void) {
    first = malloc(4);
    grown = realloc(first, 100);
    grown = realloc(grown, 1000);
    free(grown);
    grown = NULL;
    later = malloc(1000);
    int same = later == first;
    free(later);
    assert(!same); // expect: assert
    return 0;
}
