// Bytes of objects through char pointers; generic swap with void pointers.
#include <stdio.h>
#include <string.h>

static void swap(void *a, void *b, size_t n) { unsigned char *p = a, *q = b; while (n--) { unsigned char t = *p; *p++ = *q, *q++ = t; } }

int main(void)
{
    double x = 1.5, y = -2.25;
    struct { int a; char b[3]; } s = { 1, "ab" }, t = { 2, "cd" };
    int *p = &s.a, *q = &t.a;
    swap(&x, &y, sizeof x), swap(&s, &t, sizeof s), swap(&p, &q, sizeof p);
    printf("%g %g %d %s %d %d\n", x, y, s.a, s.b, *p, *q);
    unsigned n = 0x01020304;
    for (unsigned i = 0; i < sizeof n; i++) printf("%d", ((unsigned char *)&n)[i]);
    puts("");
    return p == &t.a;
}
