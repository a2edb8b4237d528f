//@ expect: safe
//@ skip-none
// Deep and wide recursion that ends; so many calls do not fit in one transition.
#include <assert.h>

static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static int depth(int n) {
    return n ? 1 + depth(n - 1) : 0;
}

int main(void) {
    assert(fib(22) == 17711);
    assert(depth(5000) == 5000);
    return 0;
}
