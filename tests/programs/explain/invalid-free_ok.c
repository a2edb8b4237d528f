//@ expect: safe
#include <stdlib.h>

int main(void) {
    char *text = malloc(8);
    char *rest = text + 1;
    *rest = 0;
    free(text); // What malloc has returned.
}
