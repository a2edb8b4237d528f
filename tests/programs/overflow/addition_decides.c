//@ flags: --overflow
// The result is not kept, but decides.
#include <limits.h>

volatile int most = INT_MAX, one = 1, less;

int main(void) {
    int m = most, n = one;
    if ((m + n) % 3 == 1) // expect: overflow
        less = 1;
    return 0;
}
