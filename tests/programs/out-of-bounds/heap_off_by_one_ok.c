//@ expect: safe
// The repaired twin of heap_off_by_one.c.
#include <stdlib.h>

volatile int count = 4;

__attribute__((noinline)) static void fill(int *a, int n) {
    for (int i = 0; i < n; i++)
        a[i] = i * i;
}

int main(void) {
    int *a = malloc(count * sizeof *a);
    fill(a, count);
    int last = a[3];
    free(a);
    return last == 9 ? 0 : 1;
}
