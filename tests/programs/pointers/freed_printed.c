// A text is printed into four blocks, which are then freed: that looks at no address, though it looks whether
// the text is part of what is written.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

char *old[4], *now;

int main(void) {
    for (int i = 0; i < 4; i++) {
        old[i] = malloc(24);
        snprintf(old[i], 24, "%s", "text");
    }
    for (int i = 0; i < 4; i++)
        free(old[i]);
    now = malloc(24);
    snprintf(now, 24, "%s", "text");
    int same = now == old[3];
    free(now);
    assert(!same); // expect: assert
    return 0;
}
