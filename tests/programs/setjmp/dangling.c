/* A pointer to a local variable of a function that was left by longjmp. */
#include <setjmp.h>

static jmp_buf place;
static int *leaked;

__attribute__((noinline)) static void inner(void)
{
    int local = 3;
    leaked = &local;
    longjmp(place, 1);
}

int main(void)
{
    if (setjmp(place) == 0)
        inner();
    return *leaked; // expect: dead-stack
}
