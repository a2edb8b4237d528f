// The buffer is freed before the stream is closed.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *space = malloc(512);
    FILE *file = tmpfile();
    setvbuf(file, space, _IOFBF, 512);
    fputs("hello", file);
    free(space);
    fclose(file); // expect: use-after-free
    return 0;
}
