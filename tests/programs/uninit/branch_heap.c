// A branch on heap memory nobody wrote.
#include <stdlib.h>

int *volatile p;

int main(void) {
    p = malloc(sizeof *p);
    if (*p) // expect: uninit
        exit(1);
    free(p);
    return 0;
}
