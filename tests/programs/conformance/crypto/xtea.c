// XTEA and RC4: there and back.
#include <stdint.h>
#include <stdio.h>

static void crypt(uint32_t v[2], const uint32_t k[4], int back)
{
    const uint32_t delta = 0x9e3779b9;
    uint32_t sum = back ? delta * 32 : 0;
    for (int i = 0; i < 32; i++)
        if (!back) v[0] += ((v[1] << 4 ^ v[1] >> 5) + v[1]) ^ (sum + k[sum & 3]), sum += delta, v[1] += ((v[0] << 4 ^ v[0] >> 5) + v[0]) ^ (sum + k[sum >> 11 & 3]);
        else v[1] -= ((v[0] << 4 ^ v[0] >> 5) + v[0]) ^ (sum + k[sum >> 11 & 3]), sum -= delta, v[0] -= ((v[1] << 4 ^ v[1] >> 5) + v[1]) ^ (sum + k[sum & 3]);
}

int main(void)
{
    uint32_t v[2] = { 0x01234567, 0x89abcdef }, k[4] = { 1, 2, 3, 4 };
    crypt(v, k, 0), printf("%08x %08x\n", v[0], v[1]);
    crypt(v, k, 1), printf("%08x %08x\n", v[0], v[1]);
    uint8_t s[256], i = 0, j = 0;
    for (int n = 0; n < 256; n++) s[n] = (uint8_t)n;
    for (int n = 0; n < 256; n++) { j = (uint8_t)(j + s[n] + "key"[n % 3]); uint8_t t = s[n]; s[n] = s[j], s[j] = t; }
    for (j = 0; i < 12;) { i++; j = (uint8_t)(j + s[i]); uint8_t t = s[i]; s[i] = s[j], s[j] = t; printf("%02x", s[(uint8_t)(s[i] + s[j])]); }
    puts("");
    return 0;
}
