// A hash table without buckets; unsigned 64-bit remainder.
#include <stdint.h>

volatile uint64_t hash = 12345678901u;
volatile uint64_t buckets = 0;

int main(void) {
    volatile uint64_t slot = hash % buckets; // expect: div-by-zero
    return (int)slot;
}
