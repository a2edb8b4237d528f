// Aliasing that is allowed: char access and members of the same struct.
#include <stdio.h>
#include <string.h>

static int add(int *a, int *b) { *a += 1, *b += 1; return *a; }
static void fill(char *bytes, int n, float *f) { for (int i = 0; i < n; i++) bytes[i] = 0; *f += 1; }

int main(void)
{
    int x = 5;
    float f = 7;
    printf("%d ", add(&x, &x));
    fill((char *)&f, 4, &f);
    printf("%g ", (double)f);
    int v[4] = { 1, 2, 3, 4 };
    for (int *p = v, *q = v + 1; q < v + 4; p++, q++) *q += *p;
    memmove(v, v + 1, sizeof(int) * 3);
    printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
    return 0;
}
