// The smallest violation: an assertion that never holds.
#include <assert.h>

volatile int input = 3;

int main(void) {
    int n = input;
    assert(n * n == 8); // expect: assert
    return 0;
}
