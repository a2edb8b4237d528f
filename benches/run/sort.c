// Heap sort of numbers in one array: compares, swaps, short calls.
#include <stdio.h>

enum { N = 200000 };
static unsigned values[N];

static void swap(unsigned *a, unsigned *b) {
    unsigned t = *a;
    *a = *b;
    *b = t;
}

static void sink(int at, int n) {
    for (;;) {
        int child = 2 * at + 1;
        if (child >= n)
            return;
        if (child + 1 < n && values[child + 1] > values[child])
            child++;
        if (values[at] >= values[child])
            return;
        swap(&values[at], &values[child]);
        at = child;
    }
}

int main(void) {
    unsigned x = 12345;
    for (int i = 0; i < N; i++) {
        x = x * 1664525u + 1013904223u;
        values[i] = x >> 8;
    }
    for (int i = N / 2; i-- > 0;)
        sink(i, N);
    for (int n = N - 1; n > 0; n--) {
        swap(&values[0], &values[n]);
        sink(0, n);
    }
    unsigned long sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 31 + values[i];
    printf("%lu\n", sum);
    return 0;
}
