//@ expect: safe
// The mode of a stream can be changed without its name; what was written stays, unless the mode is "w".
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char text[8] = { 0 };
    FILE *stream = fopen("/tmp/augur-reopened", "w");
    fputs("ab", stream);
    assert(freopen(NULL, "a", stream) == stream);
    fputs("c", stream);
    assert(freopen(NULL, "r", stream) == stream);
    assert(fread(text, 1, 4, stream) == 3 && text[2] == 'c' && feof(stream));
    assert(freopen(NULL, "w+", stream) == stream && !feof(stream));
    assert(getc(stream) == EOF);
    fclose(stream);
    remove("/tmp/augur-reopened");
    return 0;
}
