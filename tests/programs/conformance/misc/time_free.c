// Bytes of every kind of object in memory, in order.
#include <stdio.h>
#include <string.h>

static void dump(const void *p, size_t n) { for (const unsigned char *b = p; n--; b++) printf("%02x", *b); putchar(' '); }

int main(void)
{
    short s = -2; int i = 0x12345678; long l = -1234567890123; float f = 0.1f; double d = -1e100; long double x = 1.1L;
    _Bool b = 1; char t[5] = "abc"; __int128 w = (__int128)1 << 100; _BitInt(37) q = -5;
    dump(&s, 2), dump(&i, 4), dump(&l, 8), dump(&f, 4), dump(&d, 8), dump(&x, 10), dump(&b, 1), dump(t, 5), dump(&w, 16);
    long narrow = (long)q;
    dump(&narrow, 8);
    puts("");
    return 0;
}
