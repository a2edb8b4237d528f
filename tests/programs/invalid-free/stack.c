// A local variable is not the heap's to free.
#include <stdlib.h>

int main(void) {
    int local = 1;
    int *volatile p = &local;
    free(p); // expect: invalid-free
    return local;
}
