// A maze solved by flood fill and drawn.
#include <stdio.h>
#include <string.h>

static char maze[][12] = { "###########", "#   #     #", "# # # ### #", "# #   #   #", "# ##### # #", "#     # # #", "##### # # #", "#       # #", "###########" };

int main(void)
{
    int distance[9][11], queue[99][2], head = 0, tail = 0;
    memset(distance, -1, sizeof distance);
    queue[tail][0] = 1, queue[tail++][1] = 1, distance[1][1] = 0;
    while (head < tail) {
        int y = queue[head][0], x = queue[head++][1];
        static const signed char d[4][2] = { { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 } };
        for (int k = 0; k < 4; k++) { int v = y + d[k][0], u = x + d[k][1]; if (maze[v][u] == ' ' && distance[v][u] < 0) distance[v][u] = distance[y][x] + 1, queue[tail][0] = v, queue[tail++][1] = u; }
    }
    for (int y = 7, x = 9, n = distance[7][9]; n >= 0; n--) { maze[y][x] = '.'; if (distance[y][x - 1] == n - 1 && n) x--; else if (distance[y - 1][x] == n - 1) y--; else if (distance[y][x + 1] == n - 1) x++; else y++; }
    for (int y = 0; y < 9; y++) puts(maze[y]);
    return distance[7][9];
}
