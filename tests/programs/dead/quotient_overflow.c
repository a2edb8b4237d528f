//@ expect: overflow
//@ opt: O0
// Nobody wants the quotient of the least number and -1, but the processor traps. The same number as a
// divisor of something wider is harmless.
#include <limits.h>

int main(int argc, char **argv)
{
    long wide = argc / 4294967295L;
    int least = INT_MIN + argc - 1;
    int unused = least / -1;
    (void)argv;
    return 0;
}
