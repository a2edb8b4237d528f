//@ expect: safe
// The buffer is freed after the stream; the one of standard output is in use to the end.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *space = malloc(512);
    FILE *file = tmpfile();
    setvbuf(file, space, _IOFBF, 512);
    fputs("hello", file);
    fclose(file);
    free(space);
    setvbuf(stdout, malloc(512), _IOFBF, 512);
    puts("hello");
    return 0;
}
