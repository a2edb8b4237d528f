// A search tree: insert, find, remove, traverse in three orders.
#include <stdio.h>
#include <stdlib.h>

struct tree { int key; struct tree *kid[2]; };
static void insert(struct tree **t, int key) { while (*t) t = &(*t)->kid[key > (*t)->key]; *t = calloc(1, sizeof **t); if (!*t) exit(9); (*t)->key = key; }
static void delete(struct tree **t, int key)
{
    while (*t && (*t)->key != key) t = &(*t)->kid[key > (*t)->key];
    struct tree *old = *t;
    if (!old) return;
    if (old->kid[0] && old->kid[1]) {
        struct tree **s = &old->kid[1];
        while ((*s)->kid[0]) s = &(*s)->kid[0];
        old->key = (*s)->key;
        old = *s, *s = old->kid[1];
    } else
        *t = old->kid[!old->kid[0]];
    free(old);
}
static void walk(const struct tree *t, int when) { if (!t) return; if (when == 0) printf("%d ", t->key); walk(t->kid[0], when); if (when == 1) printf("%d ", t->key); walk(t->kid[1], when); if (when == 2) printf("%d ", t->key); }
static void drop(struct tree *t) { if (t) drop(t->kid[0]), drop(t->kid[1]), free(t); }

int main(void)
{
    struct tree *t = 0;
    for (int i = 0; i < 15; i++) insert(&t, i * 7 % 16);
    delete(&t, 0), delete(&t, 14), delete(&t, 5), delete(&t, 99);
    for (int when = 0; when < 3; when++) walk(t, when), puts("");
    drop(t);
    return 0;
}
