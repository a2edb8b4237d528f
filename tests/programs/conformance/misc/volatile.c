// Volatile objects are read and written as often as written down.
#include <stdio.h>

static volatile int v = 3;
static volatile struct { char c; int n[2]; } s = { 'a', { 1, 2 } };

int main(void)
{
    int sum = v + v;
    v = v * 2, v++, v += v;
    const volatile int *p = &v;
    sum += *p + s.n[1];
    s.c++, s.n[0] = s.n[1] = v;
    for (volatile int i = 0; i < 5; i++) sum += i;
    printf("%d %d %c %d\n", sum, v, s.c, s.n[0]);
    return (v, s.c);
}
