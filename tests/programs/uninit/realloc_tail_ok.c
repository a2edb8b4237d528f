//@ expect: safe
// The repaired twin of realloc_tail.c.
#include <stdlib.h>
#include <string.h>

volatile size_t larger = 4;
char *volatile p;

int main(void) {
    p = calloc(2, 1);
    p = realloc(p, larger);
    memset(p + 2, 0, 2);
    if (p[1])
        exit(1);
    if (p[3])
        exit(2);
    free(p);
    return 0;
}
