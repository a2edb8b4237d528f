// Handles: indices with generations instead of pointers.
#include <stdio.h>

struct slot { unsigned generation; int value, live; };
static struct slot slots[4];
static unsigned make(int v) { for (unsigned i = 0; i < 4; i++) if (!slots[i].live) { slots[i].live = 1, slots[i].value = v; return ++slots[i].generation << 8 | i; } return 0; }
static int *get(unsigned h) { struct slot *s = &slots[h & 255]; return s->live && s->generation == h >> 8 ? &s->value : 0; }
static void drop(unsigned h) { if (get(h)) slots[h & 255].live = 0; }

int main(void)
{
    unsigned a = make(10), b = make(20), c;
    drop(a), c = make(30);
    *get(b) += 5;
    printf("%d %d %d %x %x\n", get(a) == 0, *get(b), *get(c), a, c);
    return *get(c);
}
