//@ expect: safe
// Dividing a float by zero is defined: it gives infinity.
#include <assert.h>

volatile double one = 1.0;
volatile double zero = 0.0;

int main(void) {
    double d = one / zero;
    assert(d > 1e300);
    double nan = zero / zero;
    assert(nan != nan);
    return 0;
}
