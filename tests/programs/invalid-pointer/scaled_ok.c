//@ expect: safe
// The repaired twin of scaled.c: the scaled address is a hash value and nothing else.
#include <assert.h>
#include <stdint.h>

int target = 3;
volatile uintptr_t mixed;

int main(void) {
    mixed = (uintptr_t)&target * 2 + 1;
    assert(mixed == (uintptr_t)&target * 2 + 1);
    return target == 3 ? 0 : 1;
}
