//@ expect: safe
//@ native: no
// Bytes of which nothing is known, until they are compared.
#include <assert.h>

extern void __VERIFIER_nondet_memory(void *memory, unsigned long size);

int main(void)
{
    unsigned char bytes[4];
    __VERIFIER_nondet_memory(bytes, sizeof bytes);
    if (bytes[0] > 250 && bytes[3] <= 1)
        assert(bytes[0] + bytes[3] <= 256);
    return 0;
}
