// Cleanup by goto and by attribute.
#include <stdio.h>

static void done(int *n) { printf("done %d\n", *n); }

static int work(int fail)
{
    int result = -1;
    int a __attribute__((cleanup(done))) = 1;
    if (fail == 1) return 5;
    {
        int b __attribute__((cleanup(done))) = 2;
        if (fail == 2) goto out;
    }
    for (int i = 0; i < 3; i++) {
        int c __attribute__((cleanup(done))) = 10 + i;
        if (fail == 3 && i == 1) goto out;
        if (fail == 4) continue;
        if (fail == 5) break;
    }
    result = 0;
out:
    printf("out %d %d\n", fail, result);
    return result;
}

int main(void)
{
    int n = 0;
    for (int i = 0; i < 6; i++) n += work(i);
    return -n;
}
