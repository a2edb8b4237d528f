// Heapsort and a priority queue.
#include <stdio.h>

static void sift(int *v, int i, int n) { for (int c; (c = 2 * i + 1) < n; i = c) { if (c + 1 < n && v[c + 1] > v[c]) c++; if (v[i] >= v[c]) return; int t = v[i]; v[i] = v[c], v[c] = t; } }
static int queue[32], used;
static void push(int x) { int i = used++; while (i && queue[(i - 1) / 2] > x) queue[i] = queue[(i - 1) / 2], i = (i - 1) / 2; queue[i] = x; }
static int pop(void)
{
    int top = queue[0], x = queue[--used], i = 0;
    for (int c; (c = 2 * i + 1) < used; i = c) { if (c + 1 < used && queue[c + 1] < queue[c]) c++; if (x <= queue[c]) break; queue[i] = queue[c]; }
    queue[i] = x;
    return top;
}

int main(void)
{
    int v[25];
    for (int i = 0; i < 25; i++) v[i] = i * 17 % 29;
    for (int i = 12; i >= 0; i--) sift(v, i, 25);
    for (int n = 25; n > 1; n--) { int t = v[0]; v[0] = v[n - 1], v[n - 1] = t; sift(v, 0, n - 1); }
    for (int i = 0; i < 25; i++) printf("%d ", v[i]), push(v[i * 7 % 25]);
    for (int i = 0; used; i++) { printf("%d ", pop()); if (i % 4 == 1) push(i); }
    puts("");
    return 0;
}
