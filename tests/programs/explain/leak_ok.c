//@ expect: safe
#include <stdlib.h>

int main(void) {
    int *numbers = malloc(4 * sizeof *numbers);
    free(numbers);
    numbers = malloc(8 * sizeof *numbers);
    free(numbers);
}
