//@ expect: safe
// Function pointers keep their meaning through integers, tables and memcpy.
#include <assert.h>
#include <stdint.h>
#include <string.h>

static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }

typedef int operation(int, int);

struct entry {
    char symbol;
    operation *apply;
};

volatile uintptr_t number;

int main(void) {
    struct entry table[2] = {{'+', add}, {'*', mul}}, copy[2];
    memcpy(copy, table, sizeof table);
    number = (uintptr_t)copy[1].apply;
    assert(((operation *)number)(3, 4) == 12);
    assert(copy[0].apply(3, 4) == 7 && copy[0].apply == add);
    return 0;
}
