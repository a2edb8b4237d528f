// Reading and writing numbers in both byte orders.
#include <stdint.h>
#include <stdio.h>

static uint32_t be32(const uint8_t *p) { return (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3]; }
static uint64_t le64(const uint8_t *p) { uint64_t n = 0; for (int i = 7; i >= 0; i--) n = n << 8 | p[i]; return n; }
static void put16(uint8_t *p, uint16_t n) { p[0] = (uint8_t)(n >> 8), p[1] = (uint8_t)n; }

int main(void)
{
    uint8_t b[16];
    for (int i = 0; i < 16; i++) b[i] = (uint8_t)(0xf0 - i * 13);
    printf("%08x %016lx %08x\n", be32(b + 1), le64(b + 3), be32(b + 12));
    put16(b, 0xabcd), put16(b + 3, 0x1234);
    printf("%08x %lx\n", be32(b), le64(b));
    return b[3];
}
