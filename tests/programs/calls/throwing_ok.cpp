//@ expect: safe
// Exceptions pass through such calls, and cleanups are made.
#include <assert.h>

static int unwound;

struct Guard {
    ~Guard() { unwound++; }
};

static int checked(int n) {
    if (n > 1)
        throw n;
    return n;
}

int main() {
    int (*volatile surplus)(int, int) = (int (*)(int, int))(void (*)())checked;
    assert(surplus(1, 2) == 1);
    try {
        Guard guard;
        surplus(5, 6);
        assert(0);
    } catch (int n) {
        assert(n == 5);
    }
    void (*volatile quiet)(long, double) = (void (*)(long, double))(void (*)())checked;
    try {
        Guard guard;
        quiet(7, 1.0);
        assert(0);
    } catch (int n) {
        assert(n == 7);
    }
    assert(unwound == 2);
    return 0;
}
