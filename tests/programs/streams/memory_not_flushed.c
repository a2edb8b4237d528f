// The array has what was printed once the stream is flushed or closed.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char space[16] = "";
    FILE *out = fmemopen(space, sizeof space, "w");
    fprintf(out, "%d", 42);
    int is_there = !strcmp(space, "42");
    fclose(out);
    assert(is_there); // expect: assert
    return 0;
}
