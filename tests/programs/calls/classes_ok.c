//@ expect: safe
// Integers and floats travel in registers of their own: their order in the type does not matter.
#include <assert.h>

static double sum(int a, double x, int b, double y) {
    return a * 1000 + b * 100 + x * 10 + y;
}

double (*volatile other)(int, int, double, double) =
    (double (*)(int, int, double, double))(void (*)(void))sum;

int main(void) {
    assert(other(1, 2, 3.0, 4.0) == 1234.0);
    return 0;
}
