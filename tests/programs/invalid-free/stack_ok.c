//@ expect: safe
// The repaired twin of stack.c: free only what came from malloc.
#include <stdlib.h>

volatile int large = 0;

int main(void) {
    int local[4];
    int *volatile p = large ? malloc(sizeof(int) * 400) : local;
    p[0] = 0;
    int result = p[0];
    if (p != local)
        free(p);
    return result;
}
