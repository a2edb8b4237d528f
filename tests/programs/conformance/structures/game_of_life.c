// Conway's life on a small torus.
#include <stdio.h>
#include <string.h>

enum { H = 8, W = 10 };

int main(void)
{
    unsigned char now[H][W] = { { 0, 1 }, { 0, 0, 1 }, { 1, 1, 1 } }, next[H][W];
    for (int t = 0; t < 12; t++) {
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                int n = -now[y][x];
                for (int dy = H - 1; dy <= H + 1; dy++) for (int dx = W - 1; dx <= W + 1; dx++) n += now[(y + dy) % H][(x + dx) % W];
                next[y][x] = n == 3 || (n == 2 && now[y][x]);
            }
        memcpy(now, next, sizeof now);
    }
    int alive = 0;
    for (int y = 0; y < H; y++, puts("")) for (int x = 0; x < W; x++) putchar(now[y][x] ? '#' : '.'), alive += now[y][x];
    return alive;
}
