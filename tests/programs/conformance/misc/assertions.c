// assert and static_assert that hold.
#include <assert.h>
#include <limits.h>
#include <stdio.h>

static_assert(CHAR_BIT == 8, "bytes");
struct s { int a; _Static_assert(sizeof(int) == 4, "ints"); int b; };

int main(void)
{
    int n = 0;
    for (int i = 0; i < 5; i++) { assert(n == i * (i - 1) / 2 && "sum"); n += i; }
    assert(sizeof(struct s) == 8);
    printf("%d\n", n);
    return n;
}
