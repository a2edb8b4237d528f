// Struct results stored where an argument lies.
#include <stdio.h>

struct big { long a[6]; };
static __attribute__((noinline)) struct big shift(const struct big *from, int by) { struct big r; for (int i = 0; i < 6; i++) r.a[i] = from->a[(i + by) % 6]; return r; }
static struct big table[2];

int main(void)
{
    struct big b = { { 1, 2, 3, 4, 5, 6 } }, *p = &b;
    b = shift(&b, 1);
    *p = shift(p, 2);
    table[1] = shift(&b, 3), table[0] = table[1], table[1] = shift(&table[0], 1);
    printf("%ld %ld %ld %ld\n", b.a[0], b.a[5], table[0].a[0], table[1].a[0]);
    return (int)shift(&(struct big){ { 9, 8, 7 } }, 2).a[0];
}
