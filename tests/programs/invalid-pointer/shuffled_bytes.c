// All eight bytes of a pointer, but two of them in the wrong places.
#include <string.h>

int target = 3;
int *volatile original = &target;

int main(void) {
    unsigned char bytes[sizeof(int *)];
    int *p = original;
    memcpy(bytes, &p, sizeof p);
    volatile unsigned char *b = bytes;
    unsigned char low = b[2], high = b[4];
    b[2] = high;
    b[4] = low;
    int *volatile q;
    memcpy((void *)&q, bytes, sizeof q);
    return *q; // expect: invalid-pointer
}
