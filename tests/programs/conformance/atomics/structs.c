// Atomic structs of one word, and of two with a library's help.
#include <stdatomic.h>
#include <stdio.h>

struct pair { int a, b; };

int main(void)
{
    _Atomic struct pair p = (struct pair){ 1, 2 };
    struct pair now = atomic_load(&p), wanted = { 1, 2 };
    int ok = atomic_compare_exchange_strong(&p, &wanted, ((struct pair){ 3, 4 }));
    printf("%d %d %d\n", ok, now.a, atomic_load(&p).b);
    struct pair old = atomic_exchange(&p, ((struct pair){ 5, 6 }));
    printf("%d %d\n", old.a, old.b);
    _Atomic double d = 1.5;
    d += 2.25, d *= 2;
    _Atomic float f = 1;
    f++;
    printf("%g %g\n", (double)d, (double)f);
    return 0;
}
