//@ expect: safe
// The repaired twin of twice.c: free(NULL) does nothing.
#include <stdlib.h>

int *volatile p;

int main(void) {
    p = malloc(sizeof *p);
    free(p);
    p = NULL;
    free(p);
    return 0;
}
