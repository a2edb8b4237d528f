// strlen of a character array without a terminating zero.
#include <string.h>

char letters[3] = {'a', 'b', 'c'};
char *volatile text = letters;

int main(void) {
    return (int)strlen(text); // expect: out-of-bounds
}
