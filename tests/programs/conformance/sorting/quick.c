// Quicksort with a function pointer, on ints and strings.
#include <stdio.h>
#include <string.h>

typedef int order(const void *, const void *);
static void swap(char *a, char *b, size_t n) { while (n--) { char t = *a; *a++ = *b, *b++ = t; } }
static void sort(char *v, int n, size_t size, order *cmp)
{
    if (n < 2) return;
    int last = 0;
    swap(v, v + (size_t)(n / 2) * size, size);
    for (int i = 1; i < n; i++)
        if (cmp(v + (size_t)i * size, v) < 0) last++, swap(v + (size_t)last * size, v + (size_t)i * size, size);
    swap(v, v + (size_t)last * size, size);
    sort(v, last, size, cmp), sort(v + (size_t)(last + 1) * size, n - last - 1, size, cmp);
}
static int ints(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int strings(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void)
{
    int v[30];
    const char *w[] = { "pear", "apple", "fig", "banana", "cherry", "date", "kiwi" };
    for (int i = 0; i < 30; i++) v[i] = i * 7919 % 101;
    sort((char *)v, 30, sizeof *v, ints), sort((char *)w, 7, sizeof *w, strings);
    for (int i = 0; i < 30; i++) printf("%d ", v[i]);
    for (int i = 0; i < 7; i++) printf("%s ", w[i]);
    puts("");
    return v[15];
}
