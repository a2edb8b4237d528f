// A stream in memory tells where its text is, even if nothing was written.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *text = 0;
    size_t size = 9;
    FILE *f = open_memstream(&text, &size);
    fclose(f);
    printf("%zu [%s]\n", size, text);
    free(text);
    f = open_memstream(&text, &size);
    fflush(f);
    printf("%zu [%s]\n", size, text);
    fputs("ab", f);
    fclose(f);
    printf("%zu [%s]\n", size, text);
    free(text);
    return 0;
}
