//@ expect: safe
// The repaired twin of array_element.c. Optimised, the places in the array are computed before the
// loop, though each round has an array of its own.
#include <assert.h>

static int *volatile kept;

__attribute__((noinline)) static void keep(int *p) { kept = p; }
__attribute__((noinline)) static void fill(int *a, int *end, int value) {
    while (a != end)
        *a++ = value;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int a[64];
        fill(&a[8], &a[32], i);
        keep(&a[9]);
        sum += *kept + a[31];
    }
    kept = 0;
    assert(sum == 6);
    return 0;
}
