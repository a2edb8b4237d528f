// Pointers: a binary search tree on the heap, built, searched, freed.
#include <stdio.h>
#include <stdlib.h>

struct node {
    unsigned key;
    struct node *left, *right;
};

static struct node *insert(struct node *root, unsigned key) {
    struct node **at = &root;
    while (*at) {
        if (key == (*at)->key)
            return root;
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    }
    *at = malloc(sizeof **at);
    if (!*at)
        abort();
    (*at)->key = key;
    (*at)->left = (*at)->right = NULL;
    return root;
}

static int contains(const struct node *n, unsigned key) {
    while (n && n->key != key)
        n = key < n->key ? n->left : n->right;
    return n != NULL;
}

static void drop(struct node *n) {
    if (!n)
        return;
    drop(n->left);
    drop(n->right);
    free(n);
}

int main(void) {
    struct node *root = NULL;
    unsigned x = 1, found = 0;
    for (int i = 0; i < 20000; i++) {
        x = x * 1664525u + 1013904223u;
        root = insert(root, x >> 12);
    }
    for (int i = 0; i < 200000; i++) {
        x = x * 1664525u + 1013904223u;
        found += contains(root, x >> 12);
    }
    drop(root);
    printf("%u\n", found);
    return 0;
}
