//@ flags: --faults io:2
//@ expect: safe
//@ exits: 0 1
//@ native: no
// Whether the output was written is asked at the end.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int length = printf("result\n");
    assert(length == 7 || ferror(stdout));
    return ferror(stdout) || fclose(stdout) ? 1 : 0;
}
