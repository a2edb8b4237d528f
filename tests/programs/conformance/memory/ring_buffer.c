// A ring buffer with wrapping indices and partial copies.
#include <stdio.h>
#include <string.h>

static char ring[16];
static unsigned head, tail;
static int put(const char *s, unsigned n)
{
    if (n > 16 - (head - tail)) return 0;
    unsigned at = head % 16, first = n < 16 - at ? n : 16 - at;
    memcpy(ring + at, s, first), memcpy(ring, s + first, n - first);
    head += n;
    return 1;
}
static unsigned get(char *s, unsigned n)
{
    if (n > head - tail) n = head - tail;
    for (unsigned i = 0; i < n; i++) s[i] = ring[tail++ % 16];
    s[n] = 0;
    return n;
}

int main(void)
{
    char out[20];
    head = tail = 0xfffffff8;
    int ok = 0;
    for (int i = 0; i < 10; i++) {
        ok += put("abcdefg", (unsigned)(i % 8));
        unsigned n = get(out, 5);
        printf("%u %s\n", n, out);
    }
    return ok;
}
