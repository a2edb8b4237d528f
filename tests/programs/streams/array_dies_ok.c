//@ expect: safe
// The buffer lives as long as the program.
#include <stdio.h>

static void prepare(void)
{
    static char space[BUFSIZ];
    setvbuf(stdout, space, _IOFBF, sizeof space);
}

int main(void)
{
    prepare();
    puts("hello");
    return 0;
}
