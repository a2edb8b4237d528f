// Burrows-Wheeler and move-to-front transforms.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "bananabandana$";
enum { N = sizeof text - 1 };
static int rotation(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    for (int i = 0; i < N; i++) { int d = text[(x + i) % N] - text[(y + i) % N]; if (d) return d; }
    return 0;
}

int main(void)
{
    int order[N], next[N], k = 0;
    char last[N + 1] = "", list[128], back[N + 1];
    for (int i = 0; i < N; i++) order[i] = i;
    qsort(order, N, sizeof *order, rotation);
    for (int i = 0; i < N; i++) last[i] = text[(order[i] + N - 1) % N];
    puts(last);
    for (int i = 0; i < 128; i++) list[i] = (char)i;
    for (int i = 0; i < N; i++) { int at = 0; while (list[at] != last[i]) at++; printf("%d ", at); memmove(list + 1, list, (size_t)at); list[0] = last[i]; }
    for (int c = 0; c < 128; c++) for (int i = 0; i < N; i++) if (last[i] == c) next[k++] = i;
    int at = 0;
    for (int i = 0; i < N; i++) if (order[i] == 0) at = i;
    for (int i = 0; i < N; i++) at = next[at], back[i] = last[at];
    back[N] = 0;
    printf("\n%s\n", back);
    return strcmp(back, text) == 0;
}
