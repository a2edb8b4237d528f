// Mark and sweep over a static heap of cells.
#include <stdio.h>

struct cell { struct cell *a, *b; char marked, used; };
static struct cell heap[24], *roots[3];
static void mark(struct cell *c) { if (c && !c->marked) c->marked = 1, mark(c->a), mark(c->b); }
static int collect(void) { int n = 0; for (int i = 0; i < 3; i++) mark(roots[i]); for (int i = 0; i < 24; i++) { if (heap[i].used && !heap[i].marked) heap[i].used = 0, n++; heap[i].marked = 0; } return n; }
static struct cell *make(struct cell *a, struct cell *b) { for (int i = 0; i < 24; i++) if (!heap[i].used) { heap[i] = (struct cell){ a, b, 0, 1 }; return &heap[i]; } return 0; }

int main(void)
{
    for (int i = 0; i < 8; i++) roots[i % 3] = make(roots[i % 3], roots[(i + 1) % 3]);
    roots[0]->b = roots[0], roots[1] = 0;
    printf("%d ", collect());
    roots[2] = make(0, 0), make(roots[2], 0);
    printf("%d ", collect());
    roots[0] = 0;
    printf("%d\n", collect());
    return roots[2]->used;
}
