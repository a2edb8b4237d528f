//@ expect: safe
// The repaired twin of strcpy_overflow.c: there is room for the zero.
#include <string.h>

char name[5];
char *volatile input = "four";

int main(void) {
    strcpy(name, input);
    return name[0] == 'f' ? 0 : 1;
}
