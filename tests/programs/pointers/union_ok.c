//@ expect: safe
// A pointer written as one union member and read as another.
#include <assert.h>
#include <stdint.h>

union word {
    void *pointer;
    uintptr_t number;
    uint32_t halves[2];
    unsigned char bytes[8];
};

int target = 4;
volatile union word w, v;

int main(void) {
    w.pointer = &target;
    v.number = w.number;
    assert(*(int *)v.pointer == 4);
    v.number = 0;
    v.halves[0] = w.halves[0];
    v.halves[1] = w.halves[1];
    assert(*(int *)v.pointer == 4);
    for (int i = 0; i < 8; i++)
        v.bytes[i] = w.bytes[i];
    assert(*(int *)v.pointer == 4);
    return 0;
}
