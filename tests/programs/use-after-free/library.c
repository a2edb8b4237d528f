// A library function reads a freed string; the report names the caller's line.
#include <stdlib.h>
#include <string.h>

char *volatile text;

int main(void) {
    text = calloc(4, 1);
    free(text);
    return (int)strlen(text); // expect: use-after-free
}
