//@ expect: safe
//@ native: no
// Blocks come and go for ever, and each one's address is looked at: there are few to choose from.
#include <stdint.h>
#include <stdlib.h>

volatile uintptr_t hash;

int main(void) {
    for (;;) {
        void *block = malloc(32);
        hash = (uintptr_t)block * 31 >> 7;
        free(block);
    }
}
