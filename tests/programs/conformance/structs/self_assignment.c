// Assignments between overlapping members and through aliases.
#include <stdio.h>

struct node { int v[4]; struct { int a, b; } p[3]; };

int main(void)
{
    struct node n = { { 1, 2, 3, 4 }, { { 5, 6 }, { 7, 8 }, { 9, 10 } } }, *q = &n;
    n.p[0] = n.p[2];
    q->p[1] = (*q).p[0];
    *q = n;
    int i = 1;
    n.p[i] = n.p[2 - i], i--;
    n.v[0] = n.v[n.v[1]] = n.v[n.v[0]] + 1;
    printf("%d %d %d %d %d %d %d %d\n", n.v[0], n.v[1], n.v[2], n.p[0].a, n.p[0].b, n.p[1].a, n.p[1].b, i);
    return n.v[0];
}
