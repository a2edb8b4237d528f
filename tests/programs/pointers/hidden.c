// The key is not the one that the pointer was hidden with.
#include <stdint.h>

static int target = 3;
volatile uintptr_t hidden;

int main(void) {
    hidden = (uintptr_t)&target ^ 0x5bd1e9955bd1e995;
    return *(int *)(hidden ^ 0x5bd1e9955bd1e994 ^ 0x7000000000000); // expect: invalid-pointer
}
