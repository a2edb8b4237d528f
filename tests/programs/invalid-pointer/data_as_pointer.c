// A union member that holds a number is read as a pointer.
#include <stdint.h>

union value {
    uint64_t number;
    int *pointer;
};

volatile union value v = {.number = 0x1234567812345678u};

int main(void) {
    return *v.pointer; // expect: invalid-pointer
}
