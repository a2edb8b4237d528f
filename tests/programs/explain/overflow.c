//@ opt: O0
//@ flags: --overflow
#include <limits.h>

static volatile int low = INT_MAX - 1, high = INT_MAX;

int main(void) {
    int middle = (low + high) / 2; // expect: overflow
    return middle == 0;
}
