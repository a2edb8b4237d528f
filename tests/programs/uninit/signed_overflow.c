//@ opt: O0
// The result of a signed overflow is no value (-O2 computes with the assumption).
#include <limits.h>
#include <stdlib.h>

volatile int large = INT_MAX;

int main(void) {
    int next = large + 1;
    if (next < 0) // expect: uninit
        exit(1);
    return 0;
}
