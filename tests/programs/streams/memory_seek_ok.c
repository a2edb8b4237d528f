//@ expect: safe
// What lies behind the end of a stream in memory is 0, up to where it was gone to.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fputs("a", out);
    fseek(out, 100, SEEK_SET);
    fclose(out);
    assert(size == 100 && text[0] == 'a');
    for (size_t i = 1; i <= size; i++)
        assert(text[i] == 0);
    free(text);
    return 0;
}
