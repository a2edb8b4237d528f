// A library function decides on undefined bytes; the report names the caller's line.
#include <stdlib.h>
#include <string.h>

char *volatile p;

int main(void) {
    p = malloc(4);
    size_t n = strlen(p); // expect: uninit
    free(p);
    return (int)n;
}
