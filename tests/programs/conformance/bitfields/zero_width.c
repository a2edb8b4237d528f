// A zero-width field begins a new unit.
#include <stdio.h>
#include <string.h>

struct a { unsigned x : 5, y : 6; };
struct b { unsigned x : 5; unsigned : 0; unsigned y : 6; };
struct c { char p; unsigned : 0; char q; };
struct d { unsigned char x : 5; unsigned char y : 6; };

int main(void)
{
    struct b s;
    memset(&s, 0, sizeof s);
    s.x = 21, s.y = 42;
    unsigned words[2];
    memcpy(words, &s, sizeof s);
    printf("%zu %zu %zu %zu %u %u\n", sizeof(struct a), sizeof(struct b), sizeof(struct c), sizeof(struct d), words[0], words[1]);
    return 0;
}
