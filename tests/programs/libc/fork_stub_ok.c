/* A system without room for another process. */
//@ expect: safe
//@ flags: --stub fork=-1
//@ native: no
#include <unistd.h>

int main(void)
{
    if (fork() >= 0)
        *(volatile int *)0 = 0;
    return 0;
}
