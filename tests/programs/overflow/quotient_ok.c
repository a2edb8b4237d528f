//@ expect: safe
// The twin of quotient.c and its like: every other division by -1, and the least number by others.
#include <assert.h>
#include <limits.h>

volatile int least = INT_MIN, minus = -1, one = 1;
volatile short narrow = SHRT_MIN;
volatile long long wide = LLONG_MIN;
volatile unsigned most = UINT_MAX;

int main(void) {
    assert((least + 1) / minus == INT_MAX);
    assert((least + 1) % minus == 0);
    assert(least / one == INT_MIN && least % one == 0);
    assert(narrow / minus == -SHRT_MIN && narrow % minus == 0);
    assert((int)(wide / (2LL * minus) >> 62) == 1);
    assert((1u << 31) / most == 0);
    return 0;
}
