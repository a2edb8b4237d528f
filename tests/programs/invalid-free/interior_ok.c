//@ expect: safe
// The repaired twin of interior.c: walk with a copy, free the original.
#include <stdlib.h>

char *volatile p;

int main(void) {
    p = calloc(8, 1);
    char *volatile walk = p;
    for (int i = 0; i < 7 && *walk == 0; i++)
        walk++;
    free(walk - 7);
    return 0;
}
