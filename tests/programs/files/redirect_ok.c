//@ expect: safe
// Standard output goes to a file and back.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char text[32] = { 0 };
    int saved = dup(1), file = open("/tmp/log", O_RDWR | O_CREAT, 0600);
    dup2(file, 1);
    printf("number %d\n", 7);
    puts("text");
    fflush(stdout);
    dup2(saved, 1);
    printf("back again\n");
    assert(pread(file, text, sizeof text - 1, 0) == 14 && !strcmp(text, "number 7\ntext\n"));
    return 0;
}
