//@ flags: --faults io:1
// Standard output may be full, and a program whose output it is should say so.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int length = printf("result\n");
    assert(length == 7); // expect: assert
    return 0;
}
