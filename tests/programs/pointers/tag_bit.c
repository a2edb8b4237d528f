// The tag is still in the pointer when it is used.
#include <stdint.h>

int target = 7;
volatile uintptr_t slot;

int main(void) {
    slot = (uintptr_t)&target | 1;
    volatile int *p = (volatile int *)slot;
    return *p; // expect: out-of-bounds
}
