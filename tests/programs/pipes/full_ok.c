//@ expect: safe
// What fits is written though nobody reads yet.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    static char block[4096];
    int ends[2];
    if (pipe(ends))
        return 1;
    for (int i = 0; i < 16; i++)
        assert(write(ends[1], block, sizeof block) == sizeof block);
    assert(read(ends[0], block, sizeof block) == sizeof block);
    assert(write(ends[1], block, sizeof block) == sizeof block);
    return 0;
}
