// The S-box of AES from its field arithmetic, one round of mixing.
#include <stdint.h>
#include <stdio.h>

static uint8_t times(uint8_t a, uint8_t b) { uint8_t r = 0; for (; b; b >>= 1, a = (uint8_t)(a << 1 ^ (a & 0x80 ? 0x1b : 0))) if (b & 1) r ^= a; return r; }

int main(void)
{
    uint8_t box[256], back[256];
    for (int i = 0; i < 256; i++) {
        uint8_t inverse = 1, x = (uint8_t)i;
        for (int e = 254; e; e >>= 1, x = times(x, x)) if (e & 1) inverse = times(inverse, x);
        if (!i) inverse = 0;
        uint8_t s = inverse;
        for (int n = 1; n < 5; n++) s ^= (uint8_t)(inverse << n | inverse >> (8 - n));
        box[i] = s ^ 0x63, back[box[i]] = (uint8_t)i;
    }
    int ok = 1;
    for (int i = 0; i < 256; i++) ok &= back[box[i]] == i;
    uint8_t c[4] = { box[1], box[2], box[3], box[4] }, m[4];
    for (int i = 0; i < 4; i++) m[i] = times(c[i], 2) ^ times(c[(i + 1) % 4], 3) ^ c[(i + 2) % 4] ^ c[(i + 3) % 4];
    printf("%02x %02x %02x %02x %02x %02x\n", box[0], box[0x53], m[0], m[1], m[2], m[3]);
    return ok;
}
