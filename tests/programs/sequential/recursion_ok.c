//@ expect: safe
// Simple, mutual and nested recursion.
#include <assert.h>

__attribute__((noinline)) static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static int odd(int n);

__attribute__((noinline)) static int even(int n) {
    return n == 0 ? 1 : odd(n - 1);
}

__attribute__((noinline)) static int odd(int n) {
    return n == 0 ? 0 : even(n - 1);
}

__attribute__((noinline)) static int ackermann(int m, int n) {
    if (m == 0)
        return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

volatile int input = 10;

int main(void) {
    assert(fib(input) == 55);
    assert(even(input) && odd(input + 1) && !odd(input));
    assert(ackermann(2, 3) == 9);
    return 0;
}
