//@ expect: safe
// The repaired twin of unterminated.c.
#include <string.h>

char letters[4] = {'a', 'b', 'c', 0};
char *volatile text = letters;

int main(void) {
    return strlen(text) == 3 ? 0 : 1;
}
