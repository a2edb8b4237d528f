// Closures by hand: a chain of functions built at run time.
#include <stdio.h>

struct closure { int (*call)(const struct closure *, int); int n; const struct closure *inner; };
static int plus(const struct closure *c, int x) { return x + c->n; }
static int times(const struct closure *c, int x) { return x * c->n; }
static int after(const struct closure *c, int x) { return c->n ? c->inner->call(c->inner, c->inner->call(c->inner, x)) : c->inner->call(c->inner, x); }

int main(void)
{
    struct closure a = { plus, 3, 0 }, b = { times, 5, 0 }, c = { after, 1, &b }, d = { after, 1, &c };
    const struct closure *all[] = { &a, &b, &c, &d };
    for (int i = 0; i < 4; i++)
        printf("%d ", all[i]->call(all[i], 2));
    puts("");
    return a.call(&a, 4);
}
