//@ expect: safe
// The twin of missing_argument.c: the parameter that was not passed is not looked at.
#include <assert.h>

static int first(int a, int b, double c) {
    int copy = b;
    double other = c;
    (void)copy, (void)other;
    return a;
}

int (*volatile operation)(int) = (int (*)(int))(void (*)(void))first;

int main(void) {
    assert(operation(3) == 3);
    return 0;
}
