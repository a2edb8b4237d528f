// A pointer into the middle of a block does not free it.
#include <stdlib.h>

char *volatile p;

int main(void) {
    p = calloc(8, 1);
    while (*p == 0 && p[1] == 0) {
        p++;
        free(p); // expect: invalid-free
    }
    return 0;
}
