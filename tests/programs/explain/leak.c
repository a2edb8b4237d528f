//@ expect: leak
//@ opt: O0
#include <stdlib.h>

int main(void) {
    int *numbers = malloc(4 * sizeof *numbers);
    numbers = malloc(8 * sizeof *numbers); // Nobody knows the first block any more.
    free(numbers);
}
