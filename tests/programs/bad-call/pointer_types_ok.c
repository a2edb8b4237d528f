//@ expect: safe
// Pointer arguments of other pointer types are harmless, and every C library is full of them.
#include <assert.h>

static int compare(const int *a, const int *b) {
    return *a - *b;
}

int (*volatile operation)(const void *, const void *) =
    (int (*)(const void *, const void *))(void (*)(void))compare;

int main(void) {
    int a = 3, b = 5;
    assert(operation(&a, &b) < 0);
    assert(operation(&b, &a) > 0);
    return 0;
}
