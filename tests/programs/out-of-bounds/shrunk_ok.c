//@ expect: safe
// The repaired twin of shrunk.c; what realloc keeps, it keeps.
#include <assert.h>
#include <stdlib.h>

volatile size_t smaller = 2;

int main(void) {
    char *p = malloc(4);
    p[0] = 'x';
    p[1] = 'y';
    p[2] = 'z';
    char *q = realloc(p, smaller);
    assert(q[0] == 'x' && q[1] == 'y');
    q[1] = 'a';
    free(q);
    return 0;
}
