// Coroutines by a switch over the line to go on from.
#include <stdio.h>

struct generator { int line, i, j; };
#define BEGIN(g) switch ((g)->line) { case 0:
#define YIELD(g, v) do { (g)->line = __LINE__; return v; case __LINE__:; } while (0)
#define END } return -1

static int pairs(struct generator *g)
{
    BEGIN(g);
    for (g->i = 0; g->i < 4; g->i++)
        for (g->j = 0; g->j < g->i; g->j++) {
            YIELD(g, g->i * 10 + g->j);
            if ((g->i + g->j) % 3 == 0)
                YIELD(g, 99);
        }
    END;
}

int main(void)
{
    struct generator a = { 0 }, b = { 0 };
    for (int n, m = 0; (n = pairs(&a)) >= 0;) {
        if (n % 2) m = pairs(&b);
        printf("%d/%d ", n, m);
    }
    puts("");
    return b.i * 10 + b.j;
}
