// Compound literals: as arguments, with addresses, in loops, static ones.
#include <stdio.h>

struct v { int x, y; };
static int *table = (int[]){ 5, 6, 7 };
static struct v *origin = &(struct v){ 1, 2 };
static int sum(const int *a, int n) { return n ? *a + sum(a + 1, n - 1) : 0; }
static int dot(struct v a, const struct v *b) { return a.x * b->x + a.y * b->y; }

int main(void)
{
    printf("%d %d %d\n", table[2], origin->y, sum((int[]){ 1, 2, 3, 4 }, 4));
    int total = 0;
    for (int i = 0; i < 4; i++) {
        struct v *p = &(struct v){ i, i + 1 };
        p->x += 10;
        total += dot(*p, &(struct v){ .y = i }) + (struct v){ i, 2 }.y;
    }
    printf("%d %s %d\n", total, (char[]){ "text" } + 1, (int){ 3 } + *&(int){ 4 });
    return (int)sizeof(int[]){ 1, 2, 3 };
}
