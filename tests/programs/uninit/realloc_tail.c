// realloc keeps the old bytes; the new ones are undefined.
#include <stdlib.h>

volatile size_t larger = 4;
char *volatile p;

int main(void) {
    p = calloc(2, 1);
    p = realloc(p, larger);
    if (p[1])
        exit(1);
    if (p[3]) // expect: uninit
        exit(2);
    free(p);
    return 0;
}
