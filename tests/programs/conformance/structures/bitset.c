// Bit sets: union, intersection, iteration, sieve.
#include <stdint.h>
#include <stdio.h>

typedef struct { uint64_t w[4]; } set;
static void put(set *s, unsigned n) { s->w[n / 64] |= 1ull << n % 64; }
static int has(const set *s, unsigned n) { return s->w[n / 64] >> n % 64 & 1; }
static set both(set a, set b) { for (int i = 0; i < 4; i++) a.w[i] &= b.w[i]; return a; }
static int size(set s) { int n = 0; for (int i = 0; i < 4; i++) for (; s.w[i]; s.w[i] &= s.w[i] - 1) n++; return n; }

int main(void)
{
    set composite = { { 3 } }, odd = { 0 }, primes = { 0 };
    for (unsigned i = 2; i < 256; i++) if (!has(&composite, i)) for (unsigned j = i * i; j < 256; j += i) put(&composite, j);
    for (unsigned i = 0; i < 256; i++) { if (i % 2) put(&odd, i); if (!has(&composite, i)) put(&primes, i); }
    printf("%d %d %d\n", size(primes), size(both(odd, primes)), size(both(odd, composite)));
    for (int i = 0; i < 4; i++) for (uint64_t w = primes.w[i]; w; w &= w - 1) printf("%d ", i * 64 + __builtin_ctzll(w));
    puts("");
    return size(primes);
}
