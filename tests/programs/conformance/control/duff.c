// Duff's device: a switch into a loop.
#include <stdio.h>

static void copy(char *to, const char *from, int n)
{
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
}

int main(void)
{
    char buffer[32];
    for (int n = 1; n < 14; n++) {
        for (int i = 0; i < 32; i++) buffer[i] = '.';
        buffer[20] = 0;
        copy(buffer, "abcdefghijklmnop", n);
        puts(buffer);
    }
    return 0;
}
