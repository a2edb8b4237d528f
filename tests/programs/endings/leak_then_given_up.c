/* The block is lost before the execution is given up. */
//@ expect: leak
#include <stdlib.h>
#include <augur.h>

int main(void)
{
    char *volatile p = malloc(8);
    if (!p)
        return 1;
    p = 0;
    augur_assume(0);
    return p != 0;
}
