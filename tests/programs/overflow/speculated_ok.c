//@ flags: --overflow
//@ expect: safe
// The optimiser adds before it knows whether the sum is wanted.
#include <assert.h>
#include <limits.h>

__attribute__((noinline)) static int next(int n, int wrap) {
    return n == INT_MAX ? wrap : n + 1;
}

__attribute__((noinline)) static int limited(int a, int b) {
    if (b > 0 && a > INT_MAX - b)
        return INT_MAX;
    return a + b;
}

volatile int most = INT_MAX;

int main(void) {
    assert(next(most, 0) == 0);
    assert(next(most - 1, 0) == INT_MAX);
    assert(limited(most, 5) == INT_MAX);
    assert(limited(most, 0) == INT_MAX);
    return 0;
}
