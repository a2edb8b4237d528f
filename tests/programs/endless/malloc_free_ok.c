//@ expect: safe
//@ native: no
// malloc and free in an endless loop: each round looks like the one before.
#include <assert.h>
#include <stdlib.h>

int *volatile block;

int main(void) {
    for (;;) {
        block = malloc(sizeof *block);
        *block = 1;
        assert(*block == 1);
        free(block);
        block = NULL;
    }
}
