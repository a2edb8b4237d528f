// Eight queens by bits and by arrays.
#include <stdio.h>

static int bits(unsigned columns, unsigned left, unsigned right, unsigned full)
{
    if (columns == full) return 1;
    int n = 0;
    for (unsigned free = full & ~(columns | left | right); free; free &= free - 1) { unsigned b = free & -free; n += bits(columns | b, (left | b) << 1, (right | b) >> 1, full); }
    return n;
}
static int row[8];
static int arrays(int n, int size)
{
    if (n == size) return 1;
    int count = 0;
    for (row[n] = 0; row[n] < size; row[n]++) {
        int ok = 1;
        for (int i = 0; i < n; i++) ok &= row[i] != row[n] && row[i] - row[n] != n - i && row[n] - row[i] != n - i;
        if (ok) count += arrays(n + 1, size);
    }
    return count;
}

int main(void)
{
    for (int n = 4; n < 8; n++) printf("%d %d\n", bits(0, 0, 0, (1u << n) - 1), arrays(0, n));
    return 0;
}
