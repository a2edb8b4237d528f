//@ expect: safe
// As freed_copied.c, but the block that is compared is not freed before.
#include <assert.h>
#include <stdlib.h>

struct triple { long of[3]; };
static const struct triple from = {{1, 2, 3}};
struct triple *old[4], *now;

int main(void) {
    for (int i = 0; i < 4; i++) {
        old[i] = malloc(sizeof from);
        *old[i] = from;
    }
    for (int i = 0; i < 3; i++)
        free(old[i]);
    now = malloc(sizeof from);
    *now = from;
    int same = now == old[3];
    free(now);
    free(old[3]);
    assert(!same);
    return 0;
}
