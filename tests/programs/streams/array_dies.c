// The array is gone when something is printed.
#include <stdio.h>

static void prepare(void)
{
    char space[BUFSIZ];
    setvbuf(stdout, space, _IOFBF, sizeof space);
}

int main(void)
{
    prepare();
    puts("hello"); // expect: dead-stack
    return 0;
}
