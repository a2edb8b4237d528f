// Pointers at odd places in static data.
#include <stdio.h>

static int x = 7, y = 8;
static struct __attribute__((packed)) { char c; int *p; short s; int *q[2]; } s = { 1, &x, 2, { &y, &x } }, t[2] = { { 3, &y }, { 4, &x } };

int main(void)
{
    *s.p += 1, *s.q[0] += *t[1].p;
    s.p = t[0].p;
    printf("%d %d %d %d %d %d\n", s.c, *s.p, s.s, *s.q[1], *t[0].p, t[1].q[1] == 0);
    return x + y;
}
