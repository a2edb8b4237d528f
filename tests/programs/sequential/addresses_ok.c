//@ expect: safe
/* Constants that are differences of addresses, and vectors of addresses. */
#include <stdint.h>
#include <stdio.h>

static char buffer[64];
static int table[4] = {1, 2, 3, 4};

int main(void)
{
    uintptr_t room = (-(uintptr_t)buffer) & 15;
    char *aligned = (char *)(((uintptr_t)buffer + 15) & ~(uintptr_t)15);
    int *ends[2] = {&table[0], &table[3]}, sum = 0;
    for (int i = 0; i < 2; i++)
        sum += *ends[i];
    printf("%d %d\n", aligned == buffer + room, sum);
    return 0;
}
