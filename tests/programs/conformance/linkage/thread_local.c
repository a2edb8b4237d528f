// Thread-local variables: initialised, zero, arrays, static in functions, addresses.
#include <stdio.h>

static _Thread_local int counter = 5, zero;
_Thread_local long array[4] = { 1, 2, 3 };
static __thread struct { char c; double d; } s = { 'x', 2.5 };
static int next(void) { static _Thread_local int n = 100; return n++; }
static int *where(void) { return &counter; }

int main(void)
{
    counter += 2, zero--, array[3] = array[0] + array[2], s.d *= 2;
    *where() *= 3;
    int a = next(), b = next();
    printf("%d %d %ld %c %g %d %d\n", counter, zero, array[3], s.c, s.d, a, b);
    return counter;
}
