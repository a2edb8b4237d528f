//@ expect: safe
// To read or write nothing waits for nobody, and needs nobody.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    char byte;
    assert(pipe(ends) == 0);
    assert(read(ends[0], &byte, 0) == 0);
    close(ends[0]);
    assert(write(ends[1], "", 0) == 0);
    return 0;
}
