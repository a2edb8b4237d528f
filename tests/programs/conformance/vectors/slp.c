// Straight-line code that optimisers pack into vectors.
#include <stdio.h>

struct quad { float x, y, z, w; };
struct color { unsigned char r, g, b, a; };

static struct quad add(struct quad p, struct quad q) { p.x += q.x, p.y += q.y, p.z += q.z, p.w += q.w; return p; }
static struct color blend(struct color p, struct color q)
{
    return (struct color){ (unsigned char)((p.r + q.r) / 2), (unsigned char)((p.g + q.g) / 2), (unsigned char)((p.b + q.b) / 2),
                           (unsigned char)((p.a + q.a) / 2) };
}
static void sort4(int *v)
{
#define SWAP(i, j) { int a = v[i], b = v[j]; v[i] = a < b ? a : b, v[j] = a < b ? b : a; }
    SWAP(0, 1) SWAP(2, 3) SWAP(0, 2) SWAP(1, 3) SWAP(1, 2)
}

int main(void)
{
    struct quad q = { 1, 2, 3, 4 };
    struct color c = { 1, 100, 200, 255 };
    int v[4] = { 9, -3, 5, 1 };
    for (int i = 0; i < 4; i++) q = add(q, q), c = blend(c, (struct color){ 255, 0, 255, 0 });
    sort4(v);
    printf("%g %g %g %g %d %d %d %d %d %d %d %d\n", q.x, q.y, q.z, q.w, c.r, c.g, c.b, c.a, v[0], v[1], v[2], v[3]);
    return 0;
}
