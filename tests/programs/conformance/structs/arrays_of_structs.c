// Arrays of arrays of structs with arrays, addressed every way.
#include <stdio.h>

struct cell { short v[2]; char tag; };
static struct cell grid[3][4];

int main(void)
{
    for (int i = 0; i < 12; i++) grid[i / 4][i % 4] = (struct cell){ { (short)i, (short)-i }, (char)('a' + i) };
    struct cell (*row)[4] = &grid[1], *flat = &grid[0][0];
    printf("%d %d %c %c\n", (*row)[2].v[1], row[1][3].v[0], flat[7].tag, (*(grid + 2))->tag);
    short *column[3];
    for (int i = 0; i < 3; i++) column[i] = grid[i][i].v;
    for (int i = 0; i < 3; i++) column[i][i & 1] *= 10;
    struct cell swap = grid[0][0];
    grid[0][0] = grid[2][3], grid[2][3] = swap;
    printf("%d %d %c %zu\n", grid[1][1].v[1], grid[2][2].v[0], grid[0][0].tag, sizeof grid);
    return 0;
}
