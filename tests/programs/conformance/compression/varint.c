// Variable-length integers and zigzag coding.
#include <stdint.h>
#include <stdio.h>

static int put(uint8_t *to, uint64_t n) { int k = 0; do to[k++] = (uint8_t)((n & 127) | (n > 127 ? 128 : 0)); while (n >>= 7); return k; }
static uint64_t get(const uint8_t **p) { uint64_t n = 0; int shift = 0; do n |= (uint64_t)(**p & 127) << shift, shift += 7; while (*(*p)++ & 128); return n; }
static uint64_t zig(int64_t n) { return (uint64_t)n << 1 ^ (uint64_t)(n >> 63); }
static int64_t zag(uint64_t n) { return (int64_t)(n >> 1) ^ -(int64_t)(n & 1); }

int main(void)
{
    int64_t v[] = { 0, 1, -1, 127, 128, -128, 300, 1L << 40, -(1L << 62), INT64_MAX, INT64_MIN };
    uint8_t buffer[120], *to = buffer;
    for (int i = 0; i < 11; i++) to += put(to, zig(v[i]));
    const uint8_t *from = buffer;
    int same = 0;
    for (int i = 0; i < 11; i++) same += zag(get(&from)) == v[i];
    printf("%td %d %d\n", to - buffer, same, from == to);
    return same;
}
