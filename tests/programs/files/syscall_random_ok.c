/* A program that asks for random bytes by number has no need to name the function. */
//@ expect: safe
#include <assert.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    unsigned char bytes[16];
    memset(bytes, 0, sizeof bytes);
    assert(syscall(SYS_getrandom, bytes, sizeof bytes, 0) == sizeof bytes);
    assert(syscall(SYS_getrandom, bytes, sizeof bytes, 1000) == -1);
    return 0;
}
