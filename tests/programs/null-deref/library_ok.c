//@ expect: safe
// The repaired twin of library.c.
#include <stddef.h>
#include <string.h>

char *volatile text = "";

int main(void) {
    return (int)strlen(text);
}
