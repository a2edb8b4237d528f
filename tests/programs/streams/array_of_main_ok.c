//@ expect: safe
// Nothing waits in the array when main returns.
#include <stdio.h>

int main(void)
{
    char space[BUFSIZ];
    setvbuf(stdout, space, _IOFBF, sizeof space);
    puts("hello");
    fflush(stdout);
    return 0;
}
