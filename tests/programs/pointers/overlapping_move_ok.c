//@ expect: safe
// memmove of an array of pointers onto itself, both ways.
#include <assert.h>
#include <string.h>

int values[4] = {0, 1, 2, 3};
int *volatile table[5];

int main(void) {
    for (int i = 0; i < 4; i++)
        table[i] = &values[i];
    memmove((void *)&table[1], (const void *)&table[0], 4 * sizeof table[0]);
    assert(*table[0] == 0 && *table[1] == 0 && *table[4] == 3);
    memmove((void *)&table[0], (const void *)&table[2], 3 * sizeof table[0]);
    assert(*table[0] == 1 && *table[2] == 3);
    return 0;
}
