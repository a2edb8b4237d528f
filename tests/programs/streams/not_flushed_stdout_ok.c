//@ expect: safe
// Standard output is flushed before it is put back.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    int saved = dup(1), file = open("/tmp/augur_log", O_RDWR | O_CREAT | O_TRUNC, 0600);
    dup2(file, 1);
    printf("to the file\n");
    fflush(stdout);
    dup2(saved, 1);
    long size = lseek(file, 0, SEEK_END);
    unlink("/tmp/augur_log");
    assert(size == 12);
    return 0;
}
