//@ expect: safe
// Code that is ready for both: pointers into the block are moved along.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

char *volatile block;

int main(void) {
    char *start = malloc(16), *middle = start + 5;
    strcpy(start, "hello, world");
    block = realloc(start, 4000);
    if (!block)
        return 0;
    if (block != start)
        middle = block + 5;
    else
        middle = block + (middle - start);
    assert(*middle == ',');
    free(block);
    return 0;
}
