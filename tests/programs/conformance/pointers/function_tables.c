// Virtual functions by hand: tables, inheritance, downcasts.
#include <stdio.h>

struct shape;
struct methods { double (*area)(const struct shape *); const char *name; };
struct shape { const struct methods *vt; };
struct circle { struct shape base; double r; };
struct box { struct shape base; double w, h; };
static double circle_area(const struct shape *s) { const struct circle *c = (const void *)s; return 3 * c->r * c->r; }
static double box_area(const struct shape *s) { const struct box *b = (const void *)s; return b->w * b->h; }
static const struct methods circle_methods = { circle_area, "circle" }, box_methods = { box_area, "box" };

int main(void)
{
    struct circle c = { { &circle_methods }, 2 };
    struct box b = { { &box_methods }, 3, 4.5 };
    const struct shape *all[] = { &c.base, &b.base, &c.base };
    double sum = 0;
    for (int i = 0; i < 3; i++) printf("%s ", all[i]->vt->name), sum += all[i]->vt->area(all[i]);
    printf("%g\n", sum);
    return all[0]->vt == all[2]->vt;
}
