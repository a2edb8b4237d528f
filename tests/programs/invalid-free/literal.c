// A default value is a string literal; the cleanup code does not know.
#include <stdlib.h>

char *volatile name = "default";

int main(void) {
    free(name); // expect: invalid-free
    return 0;
}
