// Bubble, insertion and selection sort agree.
#include <stdio.h>
#include <string.h>

static void bubble(int *v, int n) { for (int i = n; i > 1; i--) for (int j = 1; j < i; j++) if (v[j] < v[j - 1]) { int t = v[j]; v[j] = v[j - 1], v[j - 1] = t; } }
static void insertion(int *v, int n) { for (int i = 1; i < n; i++) { int x = v[i], j = i; while (j && v[j - 1] > x) v[j] = v[j - 1], j--; v[j] = x; } }
static void selection(int *v, int n) { for (int i = 0; i < n; i++) { int k = i; for (int j = i; j < n; j++) if (v[j] < v[k]) k = j; int t = v[i]; v[i] = v[k], v[k] = t; } }

int main(void)
{
    int a[25], b[25], c[25];
    for (int i = 0; i < 25; i++) a[i] = b[i] = c[i] = (i * 37 + 11) % 41 - 20;
    bubble(a, 25), insertion(b, 25), selection(c, 25);
    for (int i = 0; i < 25; i++) printf("%d ", a[i]);
    puts("");
    return memcmp(a, b, sizeof a) == 0 && memcmp(b, c, sizeof b) == 0;
}
