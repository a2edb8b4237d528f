//@ expect: safe
//@ skip-none
// Loops that the optimiser turns into vectors.
#include <assert.h>

static unsigned long seed, hash;

/* Reproducible numbers, many of them small or at the edges of ranges. */
static unsigned long any(void) {
    unsigned long x = seed += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    x ^= x >> 31;
    switch (x % 7) {
    case 0: return x >> 40 & 0xff;
    case 1: return -(x >> 40 & 0xff);
    case 2: return 1ul << (x >> 40 & 63);
    case 3: return (1ul << (x >> 40 & 63)) - 1;
    default: return x;
    }
}

static void mix(unsigned long value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
}

static unsigned long take(void) {
    unsigned long value = hash;
    hash = seed = 0;
    return value;
}

enum { N = 133 };

static unsigned char bytes[N], more[N];
static short shorts[N];
static int ints[N], others[N];
static long longs[N];
static float floats[N];
static double doubles[N];

__attribute__((noinline)) static void fill(void) {
    for (int i = 0; i < N; i++) {
        bytes[i] = (unsigned char)any();
        more[i] = (unsigned char)any();
        shorts[i] = (short)any();
        ints[i] = (int)any();
        others[i] = (int)any();
        longs[i] = (long)any();
        floats[i] = (float)(short)any() / 8;
        doubles[i] = (double)(int)any() / 8;
    }
}

__attribute__((noinline)) static unsigned sum(const int *a, int n) {
    unsigned total = 0;
    for (int i = 0; i < n; i++)
        total += (unsigned)a[i];
    return total;
}

__attribute__((noinline)) static long dot(const short *a, const unsigned char *b, int n) {
    long total = 0;
    for (int i = 0; i < n; i++)
        total += a[i] * b[i];
    return total;
}

__attribute__((noinline)) static int largest(const int *a, int n) {
    int best = a[0];
    for (int i = 1; i < n; i++)
        best = a[i] > best ? a[i] : best;
    return best;
}

__attribute__((noinline)) static int count(const unsigned char *a, unsigned char what, int n) {
    int found = 0;
    for (int i = 0; i < n; i++)
        found += a[i] < what;
    return found;
}

__attribute__((noinline)) static void average(unsigned char *a, const unsigned char *b, int n) {
    for (int i = 0; i < n; i++)
        a[i] = (unsigned char)((a[i] + b[i] + 1) >> 1);
}

__attribute__((noinline)) static void saturate(unsigned char *a, const unsigned char *b, int n) {
    for (int i = 0; i < n; i++)
        a[i] = a[i] + b[i] > 255 ? 255 : (unsigned char)(a[i] + b[i]);
}

__attribute__((noinline)) static void swap_ends(int *a, int n) {
    for (int i = 0; i < n; i++)
        a[i] = (int)__builtin_bswap32((unsigned)a[i]);
}

__attribute__((noinline)) static void stride(int *a, const int *b, int n) {
    for (int i = 0; i < n / 2; i++)
        a[i] = b[2 * i] ^ b[2 * i + 1];
}

__attribute__((noinline)) static void backwards(long *a, int n) {
    for (int i = 0; i < n / 2; i++) {
        long t = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = t;
    }
}

__attribute__((noinline)) static void convert(int *a, float *f, double *d, int n) {
    for (int i = 0; i < n; i++) {
        a[i] = (int)f[i];
        d[i] = d[i] * f[i] + a[i];
        f[i] = (float)d[i];
    }
}

__attribute__((noinline)) static void choose(int *a, const int *b, int n) {
    for (int i = 0; i < n; i++)
        if (b[i] & 4)
            a[i] = (b[i] >> 3) * 5;
}

__attribute__((noinline)) static unsigned long popcounts(const long *a, int n) {
    unsigned long total = 0;
    for (int i = 0; i < n; i++)
        total += (unsigned long)__builtin_popcountl((unsigned long)a[i]);
    return total;
}

static void mix_all(void) {
    for (int i = 0; i < N; i++) {
        unsigned word;
        unsigned long wide;
        __builtin_memcpy(&word, &floats[i], sizeof word);
        __builtin_memcpy(&wide, &doubles[i], sizeof wide);
        mix(bytes[i] + 256ul * more[i]);
        mix((unsigned long)ints[i]);
        mix((unsigned long)longs[i]);
        mix(word);
        mix(wide);
    }
}

int main(void) {
    fill();
    mix(sum(ints, N));
    mix((unsigned long)dot(shorts, bytes, N));
    mix((unsigned long)largest(ints, N));
    mix((unsigned long)count(bytes, 77, N));
    mix(popcounts(longs, N));
    assert(take() == 0xad2e86ce02209b54);
    fill();
    average(bytes, more, N);
    saturate(more, bytes, N);
    swap_ends(ints, N);
    stride(others, ints, N);
    choose(ints, others, N);
    backwards(longs, N);
    mix_all();
    assert(take() == 0x52d520947109dc6d);
    fill();
    convert(ints, floats, doubles, N);
    mix_all();
    assert(take() == 0x2a5093d4e3192fe7);
    return 0;
}
