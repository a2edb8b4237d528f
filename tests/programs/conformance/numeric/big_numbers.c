// Big numbers in base 10^9: factorial, power, division by small.
#include <stdint.h>
#include <stdio.h>

struct big { uint32_t d[20]; int n; };
static void mul(struct big *b, uint32_t k) { uint64_t carry = 0; for (int i = 0; i < b->n; i++) carry += (uint64_t)b->d[i] * k, b->d[i] = (uint32_t)(carry % 1000000000), carry /= 1000000000; if (carry) b->d[b->n++] = (uint32_t)carry; }
static uint32_t div_small(struct big *b, uint32_t k) { uint64_t r = 0; for (int i = b->n - 1; i >= 0; i--) r = r * 1000000000 + b->d[i], b->d[i] = (uint32_t)(r / k), r %= k; while (b->n > 1 && !b->d[b->n - 1]) b->n--; return (uint32_t)r; }
static void print(const struct big *b) { printf("%u", b->d[b->n - 1]); for (int i = b->n - 2; i >= 0; i--) printf("%09u", b->d[i]); puts(""); }

int main(void)
{
    struct big f = { { 1 }, 1 }, p = { { 1 }, 1 };
    for (uint32_t i = 2; i <= 40; i++) mul(&f, i);
    for (int i = 0; i < 100; i++) mul(&p, 3);
    print(&f), print(&p);
    uint32_t rest = div_small(&f, 1000003);
    print(&f);
    return (int)(rest & 127);
}
