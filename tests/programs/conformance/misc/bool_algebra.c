// All functions of two booleans, as tables and as expressions.
#include <stdbool.h>
#include <stdio.h>

static bool implies(bool a, bool b) { return !a || b; }

int main(void)
{
    unsigned seen = 0;
    for (int f = 0; f < 16; f++) {
        unsigned table = 0;
        for (int i = 0; i < 4; i++) { bool a = i & 1, b = i & 2, bit = f >> i & 1; table |= (unsigned)bit << i; if (a && b) seen ^= table; }
        bool tautology = table == 15, symmetric = (table >> 1 & 1) == (table >> 2 & 1);
        printf("%x%d%d ", table, tautology, symmetric);
    }
    printf("%d%d%d %u\n", implies(1, 0), implies(0, 0), implies(3, 4), seen);
    return (true + true) * 3;
}
