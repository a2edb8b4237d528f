// Vectors of three and five elements, and of booleans.
#include <stdio.h>

typedef int i3 __attribute__((ext_vector_type(3)));
typedef short s5 __attribute__((ext_vector_type(5)));
typedef _Bool b8 __attribute__((ext_vector_type(8)));

int main(void)
{
    i3 a = { 1, 2, 3 }, b = a * a + 10;
    s5 s = { 1, 2, 3, 4, 5 };
    s = s * s - 7;
    b8 m = { 1, 0, 1, 1, 0, 0, 1, 0 };
    b8 n = m ^ (b8){ 1, 1, 1, 1, 1, 1, 1, 1 };
    printf("%d %d %d\n", b[0], b[1], b[2]);
    for (int i = 0; i < 5; i++) printf("%d ", s[i]);
    for (int i = 0; i < 8; i++) printf("%d", n[i]);
    printf(" %zu %zu %zu\n", sizeof a, sizeof s, sizeof m);
    return 0;
}
