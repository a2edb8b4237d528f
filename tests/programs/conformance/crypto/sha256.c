// SHA-256 with its constants computed from primes.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t k[64], h[8];
static uint32_t ror(uint32_t x, int n) { return x >> n | x << (32 - n); }
static uint32_t root_bits(int n, int cube)
{
    unsigned __int128 low = 0, high = (unsigned __int128)1 << 37, target = (unsigned __int128)n << (cube ? 96 : 64);
    while (high - low > 1) { unsigned __int128 m = (low + high) / 2, p = cube ? m * m * m : m * m; if (p <= target) low = m; else high = m; }
    return (uint32_t)low;
}
static void constants(void) { for (int n = 2, i = 0; i < 64; n++) { int prime = 1; for (int d = 2; d * d <= n; d++) prime &= n % d != 0; if (prime) { if (i < 8) h[i] = root_bits(n, 0); k[i++] = root_bits(n, 1); } } }
static void block(const uint8_t *p)
{
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++, p += 4) w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    for (int i = 16; i < 64; i++) w[i] = w[i - 16] + (ror(w[i - 15], 7) ^ ror(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] + (ror(w[i - 2], 17) ^ ror(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(s, h, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t a = s[7] + (ror(s[4], 6) ^ ror(s[4], 11) ^ ror(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
        uint32_t b = (ror(s[0], 2) ^ ror(s[0], 13) ^ ror(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 28), s[4] += a, s[0] = a + b;
    }
    for (int i = 0; i < 8; i++) h[i] += s[i];
}

int main(void)
{
    uint8_t b[64] = "abc\200";
    b[63] = 24;
    constants(), block(b);
    for (int i = 0; i < 8; i++) printf("%08x", h[i]);
    puts("");
    return 0;
}
