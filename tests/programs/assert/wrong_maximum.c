// A maximum that starts at 0 is wrong for negative numbers.
#include <assert.h>

volatile int numbers[3] = {-4, -2, -9};

__attribute__((noinline)) static int maximum(void) {
    int best = 0;
    for (int i = 0; i < 3; i++)
        if (numbers[i] > best)
            best = numbers[i];
    return best;
}

int main(void) {
    assert(maximum() == -2); // expect: assert
    return 0;
}
