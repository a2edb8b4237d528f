// __builtin_types_compatible_p, offsetof, alignof, typeof.
#include <stddef.h>
#include <stdio.h>

struct s { char a; double b; struct { short c; char d[3]; } e[2]; };

int main(void)
{
    typeof(1 + 1.0f) f = 2.5f;
    printf("%d %d\n", __builtin_types_compatible_p(int, const int), __builtin_types_compatible_p(char, signed char));
    printf("%zu %zu %zu %zu\n", offsetof(struct s, b), offsetof(struct s, e[1].d[2]), _Alignof(struct s), sizeof(struct s));
    printf("%zu %zu %zu %g\n", _Alignof(long double), _Alignof(__int128), _Alignof(max_align_t), (double)f);
    typeof((long)0) l = 4;
    return (int)(l + sizeof f);
}
