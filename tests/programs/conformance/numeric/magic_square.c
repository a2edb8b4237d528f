// Magic squares, spiral matrices, saddle points.
#include <stdio.h>
#include <string.h>

int main(void)
{
    int m[5][5] = { 0 }, s[4][6], y = 0, x = 2;
    for (int n = 1; n <= 25; n++) { m[y][x] = n; int ny = (y + 4) % 5, nx = (x + 1) % 5; if (m[ny][nx]) ny = (y + 1) % 5, nx = x; y = ny, x = nx; }
    int sums = 0;
    for (int i = 0; i < 5; i++) { int r = 0, c = 0; for (int j = 0; j < 5; j++) r += m[i][j], c += m[j][i]; sums += (r == 65) + (c == 65); }
    for (int n = 0, top = 0, left = 0, bottom = 3, right = 5; n < 24;) {
        for (int i = left; i <= right && n < 24; i++) s[top][i] = n++;
        for (int i = ++top; i <= bottom && n < 24; i++) s[i][right] = n++;
        for (int i = --right; i >= left && n < 24; i--) s[bottom][i] = n++;
        for (int i = --bottom; i >= top && n < 24; i--) s[i][left] = n++;
        left++;
    }
    for (int i = 0; i < 24; i++) printf("%d ", s[i / 6][i % 6]);
    puts("");
    return sums;
}
