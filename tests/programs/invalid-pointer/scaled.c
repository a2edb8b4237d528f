// A pointer times two is no pointer any more.
#include <stdint.h>

int target = 3;
volatile uintptr_t mixed;

int main(void) {
    mixed = (uintptr_t)&target * 2 + 1;
    int *p = (int *)mixed;
    return *p; // expect: invalid-pointer
}
