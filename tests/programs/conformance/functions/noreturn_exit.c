// exit from deep inside; atexit handlers run in reverse.
#include <stdio.h>
#include <stdlib.h>

static void one(void) { puts("one"); }
static void two(void) { puts("two"); }
_Noreturn static void leave(int n) { printf("leaving %d\n", n); exit(n); }
static int deep(int n) { if (n == 0) leave(42); return deep(n - 1) + 1; }

int main(void)
{
    atexit(one), atexit(two), atexit(one);
    return deep(5);
}
