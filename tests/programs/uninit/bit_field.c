// The neighbour in the same byte was set, this bit-field was not.
#include <assert.h>
#include <stdlib.h>

struct flags {
    unsigned a : 3;
    unsigned b : 5;
};

struct flags *volatile f;

int main(void) {
    f = malloc(sizeof *f);
    f->a = 5;
    assert(f->a == 5);
    assert(f->b != 9); // expect: uninit
    free(f);
    return 0;
}
