//@ expect: safe
// Streams in memory are flushed before their memory is looked at.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char space[16] = "", *text = NULL;
    size_t size = 0;
    FILE *out = fmemopen(space, sizeof space, "w");
    fprintf(out, "%d", 42);
    fflush(out);
    assert(!strcmp(space, "42"));
    fclose(out);
    out = open_memstream(&text, &size);
    fprintf(out, "%d", 42);
    fflush(out);
    assert(size == 2 && !strcmp(text, "42"));
    fprintf(out, "%d", 43);
    fclose(out);
    assert(size == 4 && !strcmp(text, "4243"));
    free(text);
    return 0;
}
