// A breakpoint without a debugger ends the program.
//@ native: no
#include <augur.h>

int main(void)
{
    if (augur_choice(2))
        __asm__ volatile("int3"); // expect: abort
    return 0;
}
