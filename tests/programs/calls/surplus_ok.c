//@ expect: safe
// Surplus arguments stay where nobody looks for them.
#include <assert.h>

static int twice(int n) {
    return 2 * n;
}

static int none(void) {
    return 7;
}

int (*volatile more)(int, int, double) = (int (*)(int, int, double))(void (*)(void))twice;
int (*volatile any)(void *, long) = (int (*)(void *, long))(void (*)(void))none;

int main(void) {
    assert(more(4, 5, 1.5) == 8);
    assert(any(&more, 9) == 7);
    return 0;
}
