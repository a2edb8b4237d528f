//@ expect: safe
// The repaired twin of copied.c: undefined members are copied and never looked at.
#include <stdlib.h>
#include <string.h>

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
    struct record third = *to;
    memcpy(from, &third, sizeof third);
    int result = from->key == 1 ? 0 : 1;
    free(from);
    free(to);
    return result;
}
