//@ expect: safe
// Float and double arithmetic, comparison, conversion.
#include <assert.h>

volatile float f = 0.1f;
volatile double d = 0.1;
volatile int i = 7;
volatile unsigned long big = 0xffffffffffffffffu;
volatile double negative = -2.75;
volatile double zero = 0.0;

int main(void) {
    assert((double)f != d && (float)d == f);
    assert(d + 0.2 != 0.3 && d * 10 == 1.0);
    assert(i / 2.0 == 3.5 && i / 2 == 3);
    assert((int)negative == -2 && (long)(negative * 4) == -11);
    assert((double)big == 18446744073709551616.0 && (float)big == 18446744073709551616.0f);
    assert((unsigned char)(f * 1000.0f) == 100);
    double nan = zero / zero, inf = 1 / zero;
    assert(nan != nan && !(nan < 1) && !(nan >= 1) && inf > 1e308 && -inf < -1e308);
    assert(1 / inf == 0 && -zero == zero && 1 / -zero < 0);
    float sum = 0;
    for (int k = 0; k < 10; k++)
        sum += f;
    assert(sum != 1.0f && sum > 0.9999f && sum < 1.0001f);
    return 0;
}
