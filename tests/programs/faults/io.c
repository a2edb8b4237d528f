//@ flags: --faults io:1
// A write may stop half-way.
#include <assert.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    char text[5] = { 0 };
    if (pipe(ends))
        return 1;
    write(ends[1], "abcd", 4);
    close(ends[1]);
    if (read(ends[0], text, 4) < 0)
        return 1;
    assert(!strcmp(text, "abcd")); // expect: assert
    return 0;
}
