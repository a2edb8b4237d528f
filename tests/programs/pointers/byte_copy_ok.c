//@ expect: safe
// A pointer copied byte by byte is the same pointer.
#include <assert.h>
#include <stddef.h>

int target = 9;
int *volatile from = &target;
int *volatile to;

int main(void) {
    const volatile unsigned char *f = (const volatile unsigned char *)&from;
    volatile unsigned char *t = (volatile unsigned char *)&to;
    for (size_t i = sizeof from; i-- > 0;)
        t[i] = f[i];
    assert(to == from);
    assert(*to == 9);
    return 0;
}
