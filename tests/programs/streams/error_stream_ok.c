//@ expect: safe
// Standard error is not buffered, wherever it goes.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char text[16] = { 0 };
    int file = open("/tmp/augur_error", O_RDWR | O_CREAT | O_TRUNC, 0600);
    dup2(file, 2);
    fprintf(stderr, "number %d\n", 7);
    assert(pread(file, text, sizeof text - 1, 0) == 9 && !strcmp(text, "number 7\n"));
    unlink("/tmp/augur_error");
    return 0;
}
