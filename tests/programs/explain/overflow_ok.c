//@ expect: safe
//@ flags: --overflow
#include <limits.h>

static volatile int low = INT_MAX - 1, high = INT_MAX;

int main(void) {
    int from = low, to = high;
    int middle = from + (to - from) / 2;
    return middle == 0;
}
