//@ expect: safe
// Static local variables keep their values between calls.
#include <assert.h>

__attribute__((noinline)) static int next(void) {
    static int n = 40;
    return ++n;
}

__attribute__((noinline)) static int *counter(int which) {
    static int counters[2];
    return &counters[which];
}

int main(void) {
    assert(next() == 41);
    assert(next() == 42);
    *counter(0) += 2;
    *counter(1) += 3;
    assert(*counter(0) == 2 && *counter(1) == 3);
    return 0;
}
