//@ expect: safe
// The repaired twin of branch_stack.c: every path sets the variable.
#include <stdlib.h>

volatile int have_input = 0;

int main(void) {
    volatile int value = 0;
    if (have_input)
        value = 1;
    if (value)
        exit(1);
    return 0;
}
