// Big numbers in base 2^32: multiply and compare, Fibonacci 300.
#include <stdint.h>
#include <stdio.h>

enum { N = 8 };
static void add(uint32_t *r, const uint32_t *a, const uint32_t *b) { uint64_t c = 0; for (int i = 0; i < N; i++) c += (uint64_t)a[i] + b[i], r[i] = (uint32_t)c, c >>= 32; }
static void mul(uint32_t *r, const uint32_t *a, const uint32_t *b)
{
    uint32_t t[N] = { 0 };
    for (int i = 0; i < N; i++) { uint64_t c = 0; for (int j = 0; i + j < N; j++) c += (uint64_t)a[i] * b[j] + t[i + j], t[i + j] = (uint32_t)c, c >>= 32; }
    for (int i = 0; i < N; i++) r[i] = t[i];
}
static void print(const uint32_t *a) { for (int i = N - 1; i >= 0; i--) printf("%08x", a[i]); puts(""); }

int main(void)
{
    uint32_t a[N] = { 0 }, b[N] = { 1 }, t[N];
    for (int i = 0; i < 300; i++) { add(t, a, b); for (int k = 0; k < N; k++) a[k] = b[k], b[k] = t[k]; }
    print(a);
    mul(t, a, b), print(t), mul(t, t, t), print(t);
    return 0;
}
