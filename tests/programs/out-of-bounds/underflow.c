// A read before the beginning of a heap block.
#include <stdlib.h>

volatile int start = 2;

__attribute__((noinline)) static int back(const int *a, int from) {
    int sum = 0;
    for (int i = from; i >= -1; i--)
        sum += a[i]; // expect: out-of-bounds
    return sum;
}

int main(void) {
    int *a = calloc(3, sizeof *a);
    int sum = back(a, start);
    free(a);
    return sum;
}
