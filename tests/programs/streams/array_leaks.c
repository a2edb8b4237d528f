//@ expect: leak
// A stream does not free the buffer that it was given.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *file = tmpfile();
    setvbuf(file, malloc(512), _IOFBF, 512);
    fputs("hello", file);
    fclose(file);
    return 0;
}
