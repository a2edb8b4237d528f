//@ expect: safe
// Flushing gives nothing back to a pipe: what was read ahead is still there.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    if (pipe(ends) || write(ends[1], "abc", 3) != 3)
        return 1;
    FILE *in = fdopen(ends[0], "r");
    assert(fgetc(in) == 'a' && fflush(in) == 0 && fgetc(in) == 'b');
    assert(ungetc('x', in) == 'x' && fgetc(in) == 'x' && fgetc(in) == 'c');
    fclose(in);
    return 0;
}
