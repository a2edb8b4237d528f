//@ expect: safe
// The order of addresses inside one object is the order of its members.
#include <assert.h>
#include <stddef.h>

struct record {
    char a;
    int b;
    char c[4];
};

struct record r;
char *volatile base = (char *)&r;

int main(void) {
    char *a = base, *b = base + offsetof(struct record, b);
    char *c = base + offsetof(struct record, c);
    assert(a < b && b < c && !(c < a) && a <= a && c >= b);
    assert(&r.c[1] > &r.c[0]);
    return 0;
}
