//@ native: no
// Bytes of which nothing is known, until they are compared.
#include <assert.h>

extern void __VERIFIER_nondet_memory(void *memory, unsigned long size);

int main(void)
{
    unsigned char bytes[4];
    __VERIFIER_nondet_memory(bytes, sizeof bytes);
    if (bytes[0] == 0xde && bytes[1] == 0xad)
        assert(bytes[2] != 7); // expect: assert
    return 0;
}
