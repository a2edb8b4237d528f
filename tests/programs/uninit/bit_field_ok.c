//@ expect: safe
// Bit-fields share a word: setting one must not mark the others, nor itself, undefined.
#include <assert.h>
#include <stdlib.h>

struct flags {
    unsigned a : 3;
    unsigned b : 5;
    unsigned c : 11;
    signed d : 4;
    unsigned long e : 40;
};

struct flags *volatile f;

int main(void) {
    f = malloc(sizeof *f);
    f->b = 21;
    assert(f->b == 21);
    f->d = -3;
    assert(f->d == -3);
    f->e = 0x123456789au;
    assert(f->e == 0x123456789au && f->b == 21);
    f->a = 7;
    f->b++;
    assert(f->a == 7 && f->b == 22 && f->d == -3);
    free(f);
    return 0;
}
