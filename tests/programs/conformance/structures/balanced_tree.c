// A treap with fixed priorities; rotations by pointer surgery.
#include <stdio.h>

struct node { int key; unsigned priority; struct node *left, *right; };
static struct node nodes[64];
static int used;
static struct node *insert(struct node *t, int key)
{
    if (!t) { t = &nodes[used++]; *t = (struct node){ key, (unsigned)key * 2654435761u, 0, 0 }; return t; }
    if (key < t->key) { t->left = insert(t->left, key); if (t->left->priority > t->priority) { struct node *l = t->left; t->left = l->right, l->right = t; return l; } }
    else { t->right = insert(t->right, key); if (t->right->priority > t->priority) { struct node *r = t->right; t->right = r->left, r->left = t; return r; } }
    return t;
}
static int height(const struct node *t) { if (!t) return 0; int l = height(t->left), r = height(t->right); return 1 + (l > r ? l : r); }
static int ordered(const struct node *t, int low, int high) { return !t || (t->key > low && t->key < high && ordered(t->left, low, t->key) && ordered(t->right, t->key, high)); }

int main(void)
{
    struct node *t = 0;
    for (int i = 1; i <= 64; i++) t = insert(t, i);
    printf("%d %d %d\n", height(t), ordered(t, 0, 65), t->key);
    return height(t);
}
