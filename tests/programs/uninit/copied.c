// Copying is fine, but the copy is as undefined as the original.
#include <stdlib.h>

struct record {
    int key;
    int value;
};

struct record *volatile from;
struct record *volatile to;

int main(void) {
    from = malloc(sizeof *from);
    to = malloc(sizeof *to);
    from->key = 1;
    *to = *from;
    if (to->key != 1)
        exit(1);
    if (to->value == 7) // expect: uninit
        exit(2);
    free(from);
    free(to);
    return 0;
}
