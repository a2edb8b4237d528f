// _BitInt members, arrays and parameters.
#include <stdio.h>

struct pair { unsigned _BitInt(24) a; signed _BitInt(48) b; };

static signed _BitInt(48) twist(unsigned _BitInt(24) a, signed _BitInt(48) b) { return b - (signed _BitInt(48))a; }

int main(void)
{
    struct pair pairs[4];
    for (int i = 0; i < 4; i++) {
        pairs[i].a = (unsigned _BitInt(24))(i * 5000000u);
        pairs[i].b = twist(pairs[i].a, (signed _BitInt(48))i * 1000000000);
    }
    for (int i = 0; i < 4; i++)
        printf("%u %ld\n", (unsigned)pairs[i].a, (long)pairs[i].b);
    printf("%zu\n", sizeof(struct pair));
    return 0;
}
