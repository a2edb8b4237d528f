//@ expect: safe
// Functions in tables, as arguments, as results.
#include <assert.h>

typedef int unary(int);

static int negate(int n) { return -n; }
static int twice(int n) { return 2 * n; }
static int square(int n) { return n * n; }

unary *volatile table[] = {negate, twice, square};

__attribute__((noinline)) static unary *choose(int n) {
    return n < 0 ? negate : table[n % 3];
}

__attribute__((noinline)) static int compose(unary *f, unary *g, int n) {
    return f(g(n));
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += table[i](5);
    assert(sum == 30);
    assert(choose(2)(7) == 49 && choose(-1)(7) == -7);
    assert(compose(table[1], table[2], 3) == 18);
    assert(table[0] == negate && table[0] != table[1]);
    return 0;
}
