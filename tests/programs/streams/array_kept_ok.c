//@ expect: safe
// The library keeps streams that were not closed, and with them their buffers.
#include <stdio.h>
#include <stdlib.h>

static void start(void)
{
    FILE *file = tmpfile();
    setvbuf(file, malloc(512), _IOFBF, 512);
    fputs("hello", file);
    fflush(file);
}

int main(void)
{
    start();
    puts("the stream is still open");
    return 0;
}
