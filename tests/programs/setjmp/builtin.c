//@ expect: safe
/* __builtin_setjmp and __builtin_longjmp, whose buffer has five words. */
#include <stdio.h>

static void *place[5];

__attribute__((noinline)) static void leave(int n)
{
    if (n)
        leave(n - 1);
    __builtin_longjmp(place, 1);
}

int main(void)
{
    volatile int tries = 0;
    if (__builtin_setjmp(place)) {
        printf("came back after %d\n", tries);
        if (tries == 3)
            return 0;
    }
    tries++;
    leave(tries);
}
