// The remainder of the least number by -1 would be 0, but the processor divides to get it.
#include <limits.h>

volatile long long least = LLONG_MIN, minus = -1;
volatile long long result;

int main(void) {
    result = least % minus; // expect: overflow
    return 0;
}
