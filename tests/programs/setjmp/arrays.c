//@ expect: safe
/* A longjmp releases the stack of the functions it leaves, variable-length
 * arrays of its own function included. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf place;

static void fill(char *p, int n)
{
    memset(p, 'a', n);
    longjmp(place, n);
}

int main(void)
{
    volatile int round = 0;
    int got = setjmp(place);
    if (got)
        printf("%d\n", got);
    if (round++ < 3) {
        char array[round * 10];
        fill(array, round * 10);
    }
    return 0;
}
