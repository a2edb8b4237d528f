// Neither of the two blocks had an address before: the comparison decides on both, one after the other.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *a = malloc(4), *b = malloc(4);
    volatile int lower = a < b;
    free(a);
    free(b);
    assert(lower == 2); // expect: assert
}
