//@ expect: safe
// A small struct travels in registers, as its parts would.
#include <assert.h>

typedef struct { long n; double x; } Mixed;
typedef struct { void *p; long n; } Pair;

static double sum(Mixed m, int k) {
    return m.n + m.x + k;
}

static Pair pair(long n) {
    Pair p = {&p, n};
    p.p = 0;
    return p;
}

double (*volatile parts)(long, double, int) = (double (*)(long, double, int))(void (*)(void))sum;
long (*volatile first)(long) = (long (*)(long))(void (*)(void))pair;

int main(void) {
    assert(parts(1, 2.5, 3) == 6.5);
    assert(first(4) == 0);
    return 0;
}
