// Random number generators: xorshift, PCG, Mersenne-like twist, LFSR.
#include <stdint.h>
#include <stdio.h>

static uint32_t pcg(uint64_t *s) { uint64_t o = *s; *s = o * 6364136223846793005u + 1442695040888963407u; uint32_t x = (uint32_t)((o >> 18 ^ o) >> 27), r = (uint32_t)(o >> 59); return x >> r | x << (-r & 31); }
static uint64_t xorshift(uint64_t *s) { *s ^= *s >> 12, *s ^= *s << 25, *s ^= *s >> 27; return *s * 2685821657736338717u; }
static uint16_t lfsr(uint16_t s) { return (uint16_t)(s >> 1 ^ (-(s & 1) & 0xb400)); }

int main(void)
{
    uint64_t a = 42, b = 88172645463325252;
    uint32_t mt[16];
    for (uint32_t i = 0; i < 16; i++) mt[i] = i ? 1812433253 * (mt[i - 1] ^ mt[i - 1] >> 30) + i : 5489;
    uint16_t l = 0xace1;
    for (int i = 0; i < 20; i++) {
        uint32_t y = (mt[i % 16] & 0x80000000) | (mt[(i + 1) % 16] & 0x7fffffff);
        mt[i % 16] = mt[(i + 9) % 16] ^ y >> 1 ^ (y & 1 ? 0x9908b0df : 0);
        l = lfsr(l);
        printf("%08x %016lx %08x %04x\n", pcg(&a), xorshift(&b), mt[i % 16], l);
    }
    return 0;
}
