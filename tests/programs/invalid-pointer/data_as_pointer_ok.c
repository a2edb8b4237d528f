//@ expect: safe
// The repaired twin of data_as_pointer.c: the union holds a pointer when it is used as one.
#include <stdint.h>

union value {
    uint64_t number;
    int *pointer;
};

int target = 0;
volatile union value v = {.number = 0x1234567812345678u};

int main(void) {
    if (v.number != 0x1234567812345678u)
        return 1;
    v.pointer = &target;
    return *v.pointer;
}
