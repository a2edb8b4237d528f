//@ expect: safe
// As freed_printed.c, but the last one lives on.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

char *old[4], *now;

int main(void) {
    for (int i = 0; i < 4; i++) {
        old[i] = malloc(24);
        snprintf(old[i], 24, "%s", "text");
    }
    for (int i = 0; i < 3; i++)
        free(old[i]);
    now = malloc(24);
    snprintf(now, 24, "%s", "text");
    int same = now == old[3];
    free(now);
    free(old[3]);
    assert(!same);
    return 0;
}
