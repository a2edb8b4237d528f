//@ expect: safe
// The repaired twin of integer.c: the integer came from a pointer.
#include <stdint.h>

int target = 0;
volatile uintptr_t number;

int main(void) {
    number = (uintptr_t)&target;
    int *p = (int *)number;
    return *p;
}
