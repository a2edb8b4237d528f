//@ expect: safe
// The repaired twin of wrong_maximum.c.
#include <assert.h>

volatile int numbers[3] = {-4, -2, -9};

__attribute__((noinline)) static int maximum(void) {
    int best = numbers[0];
    for (int i = 1; i < 3; i++)
        if (numbers[i] > best)
            best = numbers[i];
    return best;
}

int main(void) {
    assert(maximum() == -2);
    return 0;
}
