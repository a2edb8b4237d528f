//@ expect: dead-stack
// The array lives as long as main, and the text waits in it for the end.
#include <stdio.h>

int main(void)
{
    char space[BUFSIZ];
    setvbuf(stdout, space, _IOFBF, sizeof space);
    puts("hello");
    return 0;
}
