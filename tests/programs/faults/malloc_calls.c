//@ flags: --faults malloc:1
// The library needs memory too.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    setenv("NAME", "value", 1);
    assert(getenv("NAME")); // expect: assert
    return 0;
}
