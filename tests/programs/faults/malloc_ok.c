//@ opt: O0
//@ flags: --faults malloc
//@ expect: safe
//@ exits: 0 1
//@ native: no
#include <stdlib.h>

int main(void)
{
    int *a = malloc(sizeof *a), *b = calloc(1, sizeof *b);
    int bad = !a || !b;
    if (!bad)
        *a = *b;
    free(a);
    free(b);
    return bad;
}
