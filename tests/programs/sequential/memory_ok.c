//@ expect: safe
// memcpy, memmove, memset, memcmp and memchr.
#include <assert.h>
#include <string.h>

unsigned char a[16], b[16];
volatile size_t n = 16;

int main(void) {
    for (int i = 0; i < 16; i++)
        a[i] = (unsigned char)i;
    assert(memcpy(b, a, n) == b && memcmp(a, b, n) == 0);
    b[9] = 200;
    assert(memcmp(a, b, n) < 0 && memcmp(b, a, n) > 0 && memcmp(a, b, 9) == 0);
    memmove(b + 2, b, n - 2);
    assert(b[0] == 0 && b[1] == 1 && b[2] == 0 && b[11] == 200 && b[15] == 13);
    memmove(b, b + 2, n - 2);
    assert(b[0] == 0 && b[9] == 200 && b[13] == 13);
    assert(memchr(b, 200, n) == b + 9 && memchr(b, 77, n) == NULL);
    assert(memset(b, 0xaa, n - 1) == b && b[14] == 0xaa && b[15] == 13);
    memcpy(b, a, 0);
    assert(b[0] == 0xaa);
    return 0;
}
