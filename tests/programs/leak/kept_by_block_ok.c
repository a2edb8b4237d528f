//@ expect: safe
// A block is kept by a pointer in another block, by its middle, and by a tagged pointer.
#include <stdint.h>
#include <stdlib.h>

struct holder {
    char *middle;
    uintptr_t tagged;
};

struct holder *volatile root;

int main(void) {
    root = malloc(sizeof *root);
    root->middle = (char *)calloc(16, 1) + 8;
    root->tagged = (uintptr_t)malloc(16) | 1;
    *root->middle = 1;
    *(int *)(root->tagged & ~(uintptr_t)1) = 2;
    return 0;
}
