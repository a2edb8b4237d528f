//@ flags: --overflow
// Signed overflow is an error in itself: where it happens, or in optimised code where the value is kept.
#include <limits.h>

volatile int most = INT_MAX, sum;

int main(void) {
    sum = most + 1; // expect: overflow
    return 0;
}
