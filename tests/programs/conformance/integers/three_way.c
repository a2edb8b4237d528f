// Chains of comparisons of every type, as values and as conditions.
#include <stdio.h>

#define COMPARE(type, a, b)                                                                        \
    do {                                                                                           \
        type x = (type)(a), y = (type)(b);                                                         \
        printf("%d%d%d%d%d%d%d ", x < y, x <= y, x == y, x != y, x >= y, x > y, (x > y) - (x < y)); \
    } while (0)

int main(void)
{
    long values[] = { 0, 1, -1, 127, 128, -128, 32768, 65535, 2147483648, -2147483648, 4294967295 };
    for (int i = 0; i < 11; i++)
        for (int j = 0; j < 11; j += 3) {
            COMPARE(signed char, values[i], values[j]);
            COMPARE(unsigned char, values[i], values[j]);
            COMPARE(short, values[i], values[j]);
            COMPARE(unsigned, values[i], values[j]);
            COMPARE(int, values[i], values[j]);
            COMPARE(unsigned long, values[i], values[j]);
            COMPARE(__int128, values[i], values[j]);
            puts("");
        }
    return 0;
}
