// What lies behind the end of a stream in memory belongs to it once it was gone to.
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
    free(text);
    assert(size == 1); // expect: assert
    return 0;
}
