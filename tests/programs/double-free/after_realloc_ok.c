//@ expect: safe
// The repaired twin of after_realloc.c; realloc(NULL, n) is malloc(n).
#include <stdlib.h>

char *volatile block;
volatile size_t larger = 100;

int main(void) {
    block = realloc(NULL, 4);
    block = realloc(block, larger);
    block[99] = 1;
    free(block);
    return 0;
}
