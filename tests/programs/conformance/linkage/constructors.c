// Constructors and destructors in the order of their priorities.
#include <stdio.h>

static int order[8], n;
__attribute__((constructor(200))) static void second(void) { order[n++] = 2; }
__attribute__((constructor(101))) static void first(void) { order[n++] = 1; }
__attribute__((constructor)) static void third(void) { order[n++] = 3; }
__attribute__((destructor(101))) static void last(void) { puts("last"); }
__attribute__((destructor)) static void before(void) { puts("before"); }
__attribute__((destructor(150))) static void middle(void) { puts("middle"); }

int main(void)
{
    for (int i = 0; i < n; i++) printf("%d ", order[i]);
    puts("");
    return n;
}
