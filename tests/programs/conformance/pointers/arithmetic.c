// Pointer arithmetic, differences and comparison inside an array.
#include <stdio.h>

int main(void)
{
    short a[10];
    for (short *p = a; p != a + 10; p++) *p = (short)((p - a) * (p - a));
    short *low = a + 2, *high = &a[7];
    printf("%td %d %d %d\n", high - low, low < high, *(low + 3), high[-4]);
    printf("%d %d %d\n", 3[a], *(a + 9), (char *)high - (char *)low == 10);
    low += 3, high -= 2, --low, high++;
    printf("%d %d %d\n", *low++, *--high, low == high);
    return (int)(&a[10] - a);
}
