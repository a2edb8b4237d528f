// realloc may leave the block where it is.
#include <assert.h>
#include <stdlib.h>

char *volatile before, *volatile after;

int main(void) {
    before = malloc(16);
    after = realloc(before, 4000);
    if (!after)
        return 1;
    assert(before != after); // expect: assert
    free(after);
    return 0;
}
