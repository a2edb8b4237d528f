//@ expect: safe
// A stream without a buffer reads what was asked for.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char line[8], rest[8] = { 0 };
    int ends[2];
    if (pipe(ends))
        return 1;
    write(ends[1], "one\ntwo\n", 8);
    close(ends[1]);
    FILE *in = fdopen(ends[0], "r");
    setvbuf(in, NULL, _IONBF, 0);
    fgets(line, sizeof line, in);
    ssize_t size = read(ends[0], rest, sizeof rest - 1);
    fclose(in);
    assert(size == 4);
    return 0;
}
