//@ expect: safe
// Padding is never written, but copied with every struct.
#include <assert.h>
#include <string.h>

struct padded {
    char c;
    long l;
    short s;
};

struct padded stored[2];

__attribute__((noinline)) static struct padded make(int n) {
    struct padded p;
    p.c = (char)n;
    p.l = n * 10L;
    p.s = (short)(n + 1);
    return p;
}

int main(void) {
    stored[0] = make(1);
    stored[1] = make(2);
    struct padded swap = stored[0];
    stored[0] = stored[1];
    memcpy(&stored[1], &swap, sizeof swap);
    assert(stored[0].c == 2 && stored[0].l == 20 && stored[0].s == 3);
    assert(stored[1].c == 1 && stored[1].l == 10 && stored[1].s == 2);
    return 0;
}
