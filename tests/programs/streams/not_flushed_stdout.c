// What was printed before standard output was put back goes to where it is now.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    int saved = dup(1), file = open("/tmp/augur_log", O_RDWR | O_CREAT | O_TRUNC, 0600);
    dup2(file, 1);
    printf("to the file\n");
    dup2(saved, 1);
    long size = lseek(file, 0, SEEK_END);
    unlink("/tmp/augur_log");
    assert(size == 12); // expect: assert
    return 0;
}
