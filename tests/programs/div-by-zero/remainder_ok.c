//@ expect: safe
// The repaired twin of remainder.c.
#include <assert.h>
#include <stdint.h>

volatile uint64_t hash = 12345678901u;
volatile uint64_t buckets = 10;

int main(void) {
    volatile uint64_t slot = hash % buckets;
    assert(slot == 1);
    return 0;
}
