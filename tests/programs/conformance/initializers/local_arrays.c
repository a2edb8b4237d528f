// Local aggregates: partly given, from expressions, from others.
#include <stdio.h>

struct pair { int a; long b; };
static struct pair make(int n) { return (struct pair){ n, n * 2L }; }

int main(void)
{
    for (int n = 1; n < 4; n++) {
        int v[6] = { n, n * n, [4] = v[0] }, zero[5] = {};
        char text[8] = "ab", exact[3] = "xyz", list[] = { 'a', 'b', 0 };
        struct pair p = make(n), q[2] = { make(n + 1), { .b = p.b } };
        printf("%d %d %d %d %s %.3s %s %ld %d %ld\n", v[1], v[2], v[5], zero[4], text, exact, list, q[0].b, q[1].a, q[1].b);
    }
    return 0;
}
