// memcmp of structs compares the padding too.
#include <stdlib.h>
#include <string.h>

struct padded {
    char c;
    long l;
};

__attribute__((noinline)) static struct padded *make(void) {
    struct padded *p = malloc(sizeof *p);
    p->c = 1;
    p->l = 2;
    return p;
}

struct padded *volatile a;
struct padded *volatile b;
volatile size_t size = sizeof(struct padded);

int main(void) {
    a = make();
    b = make();
    volatile int differ = memcmp(a, b, size) != 0; // expect: uninit
    free(a);
    free(b);
    return differ;
}
