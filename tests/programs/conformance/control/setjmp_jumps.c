// setjmp and longjmp: out of recursion, back with values, in a loop.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf top;
static void dive(int n) { if (n == 0) longjmp(top, 5); dive(n - 1); puts("never"); }

int main(void)
{
    volatile int rounds = 0;
    int got = setjmp(top);
    if (got == 0) dive(4);
    printf("got %d round %d\n", got, rounds);
    if (rounds++ < 2) longjmp(top, rounds * 10);
    return rounds;
}
