//@ expect: leak
//@ opt: O0
// A field of a struct holds the last pointer to a block, and nobody will use it: the block is lost.
#include <stdlib.h>

int main(void)
{
    struct { char *text; int length; } mine = {malloc(3), 3};
    if (mine.length != 3)
        free(mine.text);
    return 0;
}
