//@ expect: safe
// What was printed to a file is there once it is flushed.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>

int main(void)
{
    char text[8] = { 0 };
    FILE *out = fopen("/tmp/augur_not_flushed", "w");
    if (!out)
        return 1;
    fprintf(out, "hello");
    fflush(out);
    int in = open("/tmp/augur_not_flushed", O_RDONLY);
    ssize_t size = read(in, text, sizeof text - 1);
    close(in);
    fclose(out);
    unlink("/tmp/augur_not_flushed");
    assert(size == 5);
    return 0;
}
