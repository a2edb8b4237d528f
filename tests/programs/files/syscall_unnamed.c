/* A program that does not name write has no reason to have it. */
//@ expect: unsupported
#include <sys/syscall.h>
#include <unistd.h>

int main(void) { return (int)syscall(SYS_write, 1, "x\n", (size_t)2); }
