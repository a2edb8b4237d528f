// An integer that equals a pointer is none: the number was computed, not copied.
#include <stdint.h>

int target = 9;
volatile uintptr_t address;
volatile uintptr_t forged;

int main(void) {
    address = (uintptr_t)&target;
    for (int bit = 0; bit < 64; bit++)
        if ((address >> bit) & 1)
            forged |= (uintptr_t)1 << bit;
    return *(int *)forged; // expect: invalid-pointer
}
