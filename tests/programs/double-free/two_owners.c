// Two structs believe they own the same buffer.
#include <stdlib.h>

struct text {
    char *bytes;
};

__attribute__((noinline)) static void drop(struct text *t) {
    free(t->bytes); // expect: double-free
}

int main(void) {
    struct text a = {calloc(4, 1)};
    struct text b = a;
    drop(&a);
    drop(&b);
    return 0;
}
