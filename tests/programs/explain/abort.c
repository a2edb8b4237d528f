#include <stdlib.h>
#include <string.h>

static int level(const char *name) {
    if (strcmp(name, "low") == 0)
        return 0;
    if (strcmp(name, "high") == 0)
        return 1;
    abort(); // expect: abort
}

int main(void) { return level("medium"); }
