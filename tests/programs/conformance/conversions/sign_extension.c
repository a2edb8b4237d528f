// Sign and zero extension from every width to every width.
#include <stdio.h>

#define EXTEND(from, to) printf("%lx ", (unsigned long)(to)(from)n)

int main(void)
{
    unsigned long values[] = { 0x7f, 0x80, 0x7fff, 0x8000, 0x7fffffff, 0x80000000, 0x8000000000000000, 0xf0e1d2c3b4a59687 };
    for (int i = 0; i < 8; i++) {
        unsigned long n = values[i];
        EXTEND(signed char, short); EXTEND(signed char, int); EXTEND(signed char, long);
        EXTEND(unsigned char, short); EXTEND(unsigned char, long); EXTEND(short, int); EXTEND(short, long);
        EXTEND(unsigned short, int); EXTEND(int, long); EXTEND(unsigned, long); EXTEND(signed char, unsigned);
        EXTEND(short, unsigned short); EXTEND(int, unsigned long);
        puts("");
    }
    return 0;
}
