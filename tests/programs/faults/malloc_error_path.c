//@ opt: O0
//@ flags: --faults malloc:1
//@ expect: leak
// The second allocation fails, and the first block is forgotten.
#include <stdlib.h>

static int *pair(void)
{
    int *a = malloc(sizeof *a);
    if (!a)
        return NULL;
    int *b = malloc(sizeof *b);
    if (!b)
        return NULL;
    *a = *b = 1;
    free(b);
    return a;
}

int main(void)
{
    free(pair());
    return 0;
}
