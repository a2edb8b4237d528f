// memcpy, memmove and memset of many sizes and offsets.
#include <stdio.h>
#include <string.h>

static unsigned hash(const unsigned char *p, int n) { unsigned h = 1; while (n--) h = h * 31 + *p++; return h; }

int main(void)
{
    unsigned char a[128], b[128];
    for (int n = 0; n < 70; n += 3) {
        for (int i = 0; i < 128; i++) a[i] = (unsigned char)(i * 7 + n), b[i] = 0;
        memcpy(b + n % 9, a + n % 5, (size_t)n);
        memmove(a + 3, a, (size_t)n), memmove(a + 50, a + 53, (size_t)n);
        memset(b + 90, n, (size_t)(n % 30));
        printf("%u %u %d\n", hash(a, 128), hash(b, 128), memcmp(a, b, 10) > 0);
    }
    return 0;
}
