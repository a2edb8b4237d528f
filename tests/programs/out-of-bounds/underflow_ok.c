//@ expect: safe
// The repaired twin of underflow.c.
#include <stdlib.h>

volatile int start = 2;

__attribute__((noinline)) static int back(const int *a, int from) {
    int sum = 0;
    for (int i = from; i >= 0; i--)
        sum += a[i];
    return sum;
}

int main(void) {
    int *a = calloc(3, sizeof *a);
    int sum = back(a, start);
    free(a);
    return sum;
}
