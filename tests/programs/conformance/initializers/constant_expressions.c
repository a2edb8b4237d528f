// Constant expressions of every kind in static initialisers.
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

struct s { char a; double b; };
enum { BIT = 1 << 4, ALL = BIT | BIT - 1 };
static const int folded[] = { 3 * 4 - 5, -7 / 2, -7 % 2, 1 << 10, ~0, !5, 3 > 2 ? 10 : 20, sizeof(struct s), offsetof(struct s, b), ALL, 'a' + 1, INT_MAX / 3, (char)300, (int)2.9, -5 >> 1 };
static const double reals[] = { 1 / 3.0, 1e3 + 1, (float)0.1, -0.0, 5 / 2 };
static const unsigned long wide[] = { -1, 1ul << 63, 0xffffffff + 1, 4000000000u * 2 };
_Static_assert(sizeof folded / sizeof *folded == 15, "all of them");

int main(void)
{
    for (int i = 0; i < 15; i++) printf("%d ", folded[i]);
    for (int i = 0; i < 5; i++) printf("%a ", reals[i]);
    for (int i = 0; i < 4; i++) printf("%lu ", wide[i]);
    puts("");
    return 0;
}
