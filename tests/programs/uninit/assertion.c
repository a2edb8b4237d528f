// An assertion on an undefined value is a decision like any other.
#include <assert.h>
#include <stdlib.h>

struct pair {
    int a, b;
};

__attribute__((noinline)) static struct pair *make(int a) {
    struct pair *p = malloc(sizeof *p);
    p->a = a;
    return p;
}

int main(void) {
    struct pair *volatile p = make(1);
    assert(p->a == 1);
    assert(p->b == 0); // expect: uninit
    free(p);
    return 0;
}
