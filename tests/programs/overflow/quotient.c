// The least number by -1: the processor traps, whatever becomes of the result.
#include <limits.h>

volatile int least = INT_MIN, minus = -1;
volatile int result;

int main(void) {
    result = least / minus; // expect: overflow
    return 0;
}
