// Four blocks that were filled by a copy are freed, and a fifth may be where any of them was: to copy is not
// to look at addresses, of which a program is shown three at most.
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
    for (int i = 0; i < 4; i++)
        free(old[i]);
    now = malloc(sizeof from);
    *now = from;
    int same = now == old[3];
    free(now);
    assert(!same); // expect: assert
    return 0;
}
