// SipHash-2-4 of texts of all lengths.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define ROL(x, n) ((x) << (n) | (x) >> (64 - (n)))
#define ROUND(a, b, c, d) do { a += b, b = ROL(b, 13) ^ a, a = ROL(a, 32), c += d, d = ROL(d, 16) ^ c, a += d, d = ROL(d, 21) ^ a, c += b, b = ROL(b, 17) ^ c, c = ROL(c, 32); } while (0)
static uint64_t hash(const uint8_t *p, size_t n, uint64_t k0, uint64_t k1)
{
    uint64_t a = k0 ^ 0x736f6d6570736575, b = k1 ^ 0x646f72616e646f6d, c = k0 ^ 0x6c7967656e657261, d = k1 ^ 0x7465646279746573, last = (uint64_t)n << 56, w;
    for (; n >= 8; n -= 8, p += 8) { memcpy(&w, p, 8); d ^= w; ROUND(a, b, c, d); ROUND(a, b, c, d); a ^= w; }
    for (size_t i = 0; i < n; i++) last |= (uint64_t)p[i] << 8 * i;
    d ^= last; ROUND(a, b, c, d); ROUND(a, b, c, d); a ^= last, c ^= 255;
    for (int i = 0; i < 4; i++) ROUND(a, b, c, d);
    return a ^ b ^ c ^ d;
}

int main(void)
{
    uint8_t in[16];
    for (int i = 0; i < 16; i++) in[i] = (uint8_t)i;
    for (size_t n = 0; n < 16; n++) printf("%016lx\n", hash(in, n, 0x0706050403020100, 0x0f0e0d0c0b0a0908));
    return 0;
}
