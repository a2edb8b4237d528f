// Large objects, zero but for a few places.
#include <stdio.h>

static int sparse[5000] = { [4999] = 1, [2500] = 2 };
static char zero[20000];
static struct { long a[100]; char b; } mixed[20] = { [7].b = 'x', [19].a[99] = 5 };

int main(void)
{
    long sum = 0;
    for (int i = 0; i < 5000; i += 7) sum += sparse[i];
    for (int i = 0; i < 20000; i += 999) sum += zero[i];
    zero[19999] = 3;
    printf("%ld %d %d %c %ld %d\n", sum, sparse[4999], sparse[2500], mixed[7].b, mixed[19].a[99], zero[19999]);
    return 0;
}
