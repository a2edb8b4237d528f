//@ expect: safe
// Three blocks, one after the other: being in the same place is transitive, whatever is asked first.
#include <assert.h>
#include <stdlib.h>

char *volatile a, *volatile b, *volatile c;

int main(void) {
    a = malloc(24);
    free(a);
    b = malloc(24);
    free(b);
    c = malloc(24);
    int ab = a == b, bc = b == c, ac = a == c;
    assert(ab + bc + ac != 2);
    assert(ab == (b == a) && bc == (c == b) && ac == (c == a));
    free(c);
    assert(ac == (c == a));
    return 0;
}
