// Statement expressions with declarations, loops and jumps inside.
#include <stdio.h>

#define MAX(a, b) ({ typeof(a) x = (a); typeof(b) y = (b); x > y ? x : y; })
#define SUM(n) ({ int s = 0; for (int i = 1; i <= (n); i++) s += i; s; })

static int find(const int *v, int n, int x)
{
    return ({ int at = -1; for (int i = 0; i < n; i++) if (v[i] == x) { at = i; break; } at; });
}

static int early(int n) { int r = ({ if (n > 5) return 1000; n * 2; }); return r + 1; }

int main(void)
{
    int i = 3, v[] = { 5, 3, 9 };
    printf("%d %d %g\n", MAX(i++, 2), i, MAX(1.5, 2));
    printf("%d %d %d\n", SUM(10), SUM(SUM(3)), find(v, 3, 9));
    return early(4) + early(6) % 100;
}
