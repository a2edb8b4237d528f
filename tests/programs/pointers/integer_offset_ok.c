//@ expect: safe
// Address arithmetic on integers: up, down, and for a moment outside.
#include <assert.h>
#include <stdint.h>

long array[4] = {1, 2, 3, 4};
volatile uintptr_t address;

int main(void) {
    address = (uintptr_t)array;
    address += 3 * sizeof(long);
    assert(*(long *)address == 4);
    address -= 2 * sizeof(long);
    assert(*(long *)address == 2);
    address += 100;
    address -= 100;
    assert(*(long *)address == 2);
    address -= 5 * sizeof(long);
    address += 4 * sizeof(long);
    assert(*(long *)address == 1);
    return 0;
}
