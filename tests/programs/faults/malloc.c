//@ opt: O0
//@ flags: --faults malloc
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1; // expect: null-deref
    free(p);
    return 0;
}
