//@ expect: safe
// The repaired twin of read.c: read first, then free.
#include <stdlib.h>

int *volatile p;

int main(void) {
    p = malloc(sizeof *p);
    *p = 7;
    int value = *p;
    free(p);
    return value == 7 ? 0 : 1;
}
