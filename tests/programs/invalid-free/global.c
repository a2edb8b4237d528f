// A global variable is not the heap's to free.
#include <stdlib.h>

char buffer[16];
char *volatile p = buffer;

int main(void) {
    free(p); // expect: invalid-free
    return 0;
}
