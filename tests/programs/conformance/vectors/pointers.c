// Loading and storing vectors through pointers, aligned and not.
#include <stdio.h>

typedef int i4 __attribute__((vector_size(16)));
typedef int u4 __attribute__((vector_size(16), aligned(4)));

int main(void)
{
    int data[16] __attribute__((aligned(16)));
    for (int i = 0; i < 16; i++) data[i] = i;
    i4 *p = (i4 *)data;
    p[1] += p[0], p[2] = -p[3];
    u4 *q = (u4 *)(data + 3);
    *q *= 2;
    for (int i = 0; i < 16; i++) printf("%d ", data[i]);
    puts("");
    return data[5];
}
