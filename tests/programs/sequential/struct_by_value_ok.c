//@ expect: safe
// Structs of several sizes as arguments and results.
#include <assert.h>

struct small { int a, b; };
struct mixed { double d; int i; };
struct floats { float x, y, z; };
struct large { long v[6]; };

__attribute__((noinline)) static struct small swap(struct small s) {
    return (struct small){s.b, s.a};
}

__attribute__((noinline)) static struct mixed bump(struct mixed m, int n) {
    m.d += n;
    m.i -= n;
    return m;
}

__attribute__((noinline)) static struct floats scale(struct floats f, float k) {
    return (struct floats){f.x * k, f.y * k, f.z * k};
}

__attribute__((noinline)) static struct large rotate(struct large l) {
    long first = l.v[0];
    for (int i = 0; i < 5; i++)
        l.v[i] = l.v[i + 1];
    l.v[5] = first;
    return l;
}

int main(void) {
    struct small s = swap((struct small){1, 2});
    assert(s.a == 2 && s.b == 1);
    struct mixed m = bump((struct mixed){1.5, 10}, 3);
    assert(m.d == 4.5 && m.i == 7);
    struct floats f = scale((struct floats){1, 2, 3}, 2);
    assert(f.x == 2 && f.y == 4 && f.z == 6);
    struct large l = {{1, 2, 3, 4, 5, 6}};
    struct large r = rotate(l);
    assert(r.v[0] == 2 && r.v[5] == 1 && l.v[0] == 1);
    return 0;
}
