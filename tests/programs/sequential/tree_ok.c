//@ expect: safe
// A binary search tree on the heap: insert, find, walk, free.
#include <assert.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
    int key;
};

__attribute__((noinline)) static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key) {
        t->left = insert(t->left, key);
    } else if (key > t->key) {
        t->right = insert(t->right, key);
    }
    return t;
}

__attribute__((noinline)) static int walk(const struct tree *t, int *last) {
    if (!t)
        return 0;
    int n = walk(t->left, last);
    assert(t->key > *last);
    *last = t->key;
    return n + 1 + walk(t->right, last);
}

__attribute__((noinline)) static void release(struct tree *t) {
    if (t) {
        release(t->left);
        release(t->right);
        free(t);
    }
}

int main(void) {
    static const int keys[] = {5, 2, 8, 1, 9, 3, 5, 7};
    struct tree *root = NULL;
    for (int i = 0; i < 8; i++)
        root = insert(root, keys[i]);
    int last = 0;
    assert(walk(root, &last) == 7 && last == 9);
    assert(root->left->right->key == 3);
    release(root);
    return 0;
}
