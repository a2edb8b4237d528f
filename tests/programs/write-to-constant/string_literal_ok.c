//@ expect: safe
// The repaired twin of string_literal.c: an array initialised from the literal.
#include <assert.h>
#include <string.h>

char letters[] = "hello";
char *volatile text = letters;

int main(void) {
    char *t = text;
    t[0] = 'j';
    assert(strcmp(text, "jello") == 0);
    return 0;
}
