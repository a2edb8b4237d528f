// Sizes, offsets and alignment of structs with padding.
#include <stddef.h>
#include <stdio.h>

struct a { char c; int i; char d; };
struct b { char c; double d; short s; };
struct c { struct a a; char x; struct b b; };
struct __attribute__((packed)) d { char c; int i; double d; };
struct e { char c; _Alignas(32) char d; };
struct f { char c[3]; short s; char e; };
struct __attribute__((packed, aligned(2))) g { char c; int i; };

int main(void)
{
    printf("%zu %zu %zu %zu\n", sizeof(struct a), sizeof(struct b), sizeof(struct c), sizeof(struct d));
    printf("%zu %zu %zu\n", sizeof(struct e), sizeof(struct f), sizeof(struct g));
    printf("%zu %zu %zu %zu\n", offsetof(struct a, d), offsetof(struct b, s), offsetof(struct c, b.s), offsetof(struct d, d));
    printf("%zu %zu %zu %zu\n", _Alignof(struct a), _Alignof(struct c), _Alignof(struct e), _Alignof(struct g));
    return 0;
}
