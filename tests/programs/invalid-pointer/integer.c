// An integer that never was a pointer is dereferenced.
#include <stdint.h>

volatile uintptr_t number = 0xdeadbeef00001234u;

int main(void) {
    int *p = (int *)number;
    return *p; // expect: invalid-pointer
}
