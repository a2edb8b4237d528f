// Structs with padding are copied, returned and compared member by member.
#include <stdio.h>

struct s { char a; long b; char c; short d; };

static struct s make(int n) { struct s s; s.a = (char)n, s.b = n * 10L, s.c = (char)(n + 1), s.d = (short)(n * 3); return s; }
static int same(const struct s *x, const struct s *y) { return x->a == y->a && x->b == y->b && x->c == y->c && x->d == y->d; }

int main(void)
{
    struct s all[5];
    for (int i = 0; i < 5; i++)
        all[i] = make(i * 30);
    struct s copy = all[2];
    all[0] = all[4];
    printf("%d %d %d\n", same(&copy, &all[2]), same(&all[0], &all[4]), same(&all[1], &all[3]));
    return copy.a + all[0].d % 100;
}
