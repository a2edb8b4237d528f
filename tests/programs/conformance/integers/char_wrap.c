// Conversions to the three character types.
#include <stdio.h>

int main(void)
{
    int values[] = { 0, 1, 127, 128, 129, 255, 256, 257, -1, -127, -128, -129, 65535, -65536, 2147483647 };
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        char c = (char)values[i];
        signed char s = (signed char)values[i];
        unsigned char u = (unsigned char)values[i];
        printf("%d: %d %d %u\n", values[i], c, s, u);
    }
    return 0;
}
