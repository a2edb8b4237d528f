// Pointers through integers of pointer size and back.
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int array[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    uintptr_t base = (uintptr_t)array;
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += *(int *)(base + (uintptr_t)i * sizeof(int));
    int *p = (int *)(base | 0), *q = (int *)((base + 8) & ~(uintptr_t)3);
    printf("%d %d %d %td\n", sum, *p, *q, q - p);
    printf("%d %d\n", base % sizeof(int) == 0, (uintptr_t)(void *)0 == 0);
    return (int)((uintptr_t)(array + 5) - base);
}
