/* A block that somebody still points to is not lost, whatever becomes of the execution. */
//@ expect: safe
//@ native: no
#include <stdlib.h>
#include <augur.h>

char *kept;

int main(void)
{
    kept = malloc(8);
    augur_assume(augur_choice(2));
    free(kept);
    return 0;
}
