// The high half of products, by hand and with wider types.
#include <stdint.h>
#include <stdio.h>

static uint64_t high(uint64_t a, uint64_t b)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t mid = a1 * b0 + (a0 * b0 >> 32);
    uint64_t other = a0 * b1 + (uint32_t)mid;
    return a1 * b1 + (mid >> 32) + (other >> 32);
}

int main(void)
{
    uint64_t a = 0x9e3779b97f4a7c15u, b = 0xd1b54a32d192ed03u;
    int same = 0;
    for (int i = 0; i < 20; i++) {
        a = a * 6364136223846793005u + 1, b ^= a >> 7;
        same += high(a, b) == (uint64_t)((unsigned __int128)a * b >> 64);
        int64_t s = (int64_t)((__int128)(int64_t)a * (int64_t)b >> 64);
        printf("%lx %ld\n", high(a, b), s);
    }
    return same;
}
