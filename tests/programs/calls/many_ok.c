//@ expect: safe
// What does not fit into registers is on the stack, in order.
#include <assert.h>

typedef struct { long a, b, c; } Big;

static long sum(long a, long b, long c, long d, long e, long f, int g, Big h, char i) {
    return a + b + c + d + e + f + 10 * g + 100 * (h.a + h.b + h.c) + 1000 * i;
}

typedef long (*Other)(void *, long, long, long, long, long, unsigned, Big, signed char, int, double);
Other volatile other = (Other)(void (*)(void))sum;

int main(void) {
    Big big = {1, 2, 3};
    assert(other((void *)1, 1, 1, 1, 1, 1, 2, big, 4, 99, 1.0) == 6 + 20 + 600 + 4000);
    return 0;
}
