//@ expect: safe
#include <stdio.h>
#include <string.h>

static int level(const char *name) {
    if (strcmp(name, "low") == 0)
        return 0;
    if (strcmp(name, "high") == 0)
        return 1;
    fprintf(stderr, "unknown level %s\n", name);
    return 0;
}

int main(void) { return level("medium"); }
