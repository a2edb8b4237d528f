// Reads through a null pointer.
#include <stddef.h>

int *volatile p = NULL;

int main(void) {
    return *p; // expect: null-deref
}
