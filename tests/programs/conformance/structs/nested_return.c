// Functions that return structs, whose members are used at once.
#include <stdio.h>

struct point { int x, y; };
struct box { struct point low, high; };

static struct point add(struct point a, struct point b) { return (struct point){ a.x + b.x, a.y + b.y }; }
static struct box around(struct point p, int r) { return (struct box){ { p.x - r, p.y - r }, { p.x + r, p.y + r } }; }
static struct box join(struct box a, struct box b)
{
    if (b.low.x < a.low.x) a.low.x = b.low.x;
    if (b.low.y < a.low.y) a.low.y = b.low.y;
    if (b.high.x > a.high.x) a.high.x = b.high.x;
    if (b.high.y > a.high.y) a.high.y = b.high.y;
    return a;
}

int main(void)
{
    struct box b = around((struct point){ 0, 0 }, 1);
    for (int i = 1; i < 6; i++)
        b = join(b, around(add((struct point){ i, -i }, (struct point){ i * i, 2 }), i));
    printf("%d %d %d %d %d\n", b.low.x, b.low.y, b.high.x, b.high.y, around(b.high, 4).low.y);
    return join(b, b).high.x;
}
