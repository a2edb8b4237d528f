//@ expect: deadlock
// A pipe holds 64 KiB; nobody reads, so the writer of one byte more waits for ever.
#include <unistd.h>

int main(void)
{
    static char block[4096];
    int ends[2];
    if (pipe(ends))
        return 1;
    for (int i = 0; i < 16; i++)
        write(ends[1], block, sizeof block);
    write(ends[1], block, 1);
    return 0;
}
