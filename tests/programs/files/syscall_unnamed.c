/* A program that does not name write, nor call it by a number that stands in the source, has no reason to have it. */
//@ expect: unsupported
//@ args: 1
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    long number = argc > 1 ? atol(argv[1]) : SYS_gettid;
    syscall(number, 1, "x", (size_t)1);
    return 0;
}
