//@ expect: safe
// Copied as two 32-bit halves, in memory, in either order.
#include <assert.h>
#include <stdint.h>
#include <string.h>

int target = 9;
int *volatile from = &target;
int *volatile to;

int main(void) {
    volatile uint32_t halves[2];
    memcpy((void *)halves, (const void *)&from, sizeof from);
    uint32_t high = halves[1];
    uint32_t low = halves[0];
    volatile uint32_t copy[2];
    copy[1] = high;
    copy[0] = low;
    memcpy((void *)&to, (const void *)copy, sizeof to);
    assert(*to == 9);
    return 0;
}
