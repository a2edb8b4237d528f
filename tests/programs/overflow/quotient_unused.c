//@ opt: O0
// As quotient.c, with a result that nobody uses. (The optimiser leaves such a division out.)
#include <limits.h>

volatile long least = LONG_MIN, minus = -1;

int main(void) {
    long quotient = least / minus; // expect: overflow
    return 0;
}
