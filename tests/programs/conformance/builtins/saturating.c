// Saturating addition and subtraction by idiom.
#include <stdio.h>

static unsigned char addu(unsigned char a, unsigned char b) { unsigned s = a + b; return s > 255 ? 255 : (unsigned char)s; }
static unsigned subu(unsigned a, unsigned b) { return a > b ? a - b : 0; }
static int adds(int a, int b) { int r; return __builtin_add_overflow(a, b, &r) ? (a < 0 ? -2147483647 - 1 : 2147483647) : r; }
static short adds16(short a, short b) { int s = a + b; return (short)(s > 32767 ? 32767 : s < -32768 ? -32768 : s); }

int main(void)
{
    int values[] = { 0, 1, -1, 100, 200, -200, 30000, -30000, 2000000000, -2000000000 };
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j += 2)
            printf("%d %u %d %d\n", addu((unsigned char)values[i], (unsigned char)values[j]),
                   subu((unsigned)values[i], (unsigned)values[j]), adds(values[i], values[j]),
                   adds16((short)values[i], (short)values[j]));
    return 0;
}
