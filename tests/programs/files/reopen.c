// Opened again for reading, the stream is at the start, and not to be written.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *stream = fopen("/tmp/augur-reopened", "w");
    fputs("text", stream);
    stream = freopen(NULL, "r", stream);
    assert(getc(stream) == 't');
    int written = fputc('x', stream);
    assert(written == 'x'); // expect: assert
    fclose(stream);
    return 0;
}
