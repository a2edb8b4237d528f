// A bump allocator in a static arena, with marks.
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

static alignas(16) unsigned char arena[1024];
static size_t used;
static void *take(size_t n, size_t align) { size_t at = (used + align - 1) & ~(align - 1); used = at + n; return used <= sizeof arena ? arena + at : 0; }
struct tree { int key; struct tree *left, *right; };
static struct tree *grow(struct tree *t, int key)
{
    if (!t) { t = take(sizeof *t, alignof(struct tree)); *t = (struct tree){ key, 0, 0 }; }
    else if (key < t->key) t->left = grow(t->left, key);
    else t->right = grow(t->right, key);
    return t;
}
static int depth(const struct tree *t) { if (!t) return 0; int l = depth(t->left), r = depth(t->right); return 1 + (l > r ? l : r); }

int main(void)
{
    char *s = take(5, 1);
    strcpy(s, "mark");
    size_t mark = used;
    for (int round = 0; round < 3; round++) {
        struct tree *t = 0;
        used = mark;
        for (int i = 0; i < 12; i++) t = grow(t, (i * 7 + round) % 13);
        printf("%d %zu %d\n", depth(t), used, t->key);
    }
    puts(s);
    return take(2000, 1) == 0;
}
