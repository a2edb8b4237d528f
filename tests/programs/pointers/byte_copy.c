// Five bytes of a pointer and zeros are no pointer, even if the number is the same. (Six are: the upper two bytes of
// an address are always 0.)
#include <stddef.h>

int target = 9;
int *volatile from = &target;
int *volatile to;

int main(void) {
    const volatile unsigned char *f = (const volatile unsigned char *)&from;
    volatile unsigned char *t = (volatile unsigned char *)&to;
    for (size_t i = 0; i < sizeof from - 3; i++)
        t[i] = f[i];
    return *to; // expect: invalid-pointer
}
