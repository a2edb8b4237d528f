// A pointer above a count of 16 bits, which is taken for one of 8.
#include <stdint.h>

static int target = 3;
volatile uint64_t packed;

int main(void) {
    packed = (uintptr_t)&target << 16 | 7;
    return *(int *)(packed >> 8); // expect: invalid-pointer
}
