//@ opt: O0
#include <stdlib.h>

int main(void) {
    char *text = malloc(8);
    text++; // Skip the first character.
    free(text); // expect: invalid-free
}
