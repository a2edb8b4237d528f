// The same through a pointer to the function.
#include <string.h>

char buffer[16] = "0123456789";
void *(*volatile copy)(void *, const void *, size_t) = memcpy;

int main(void) {
    copy(buffer, buffer + 3, 8); // expect: overlap
    return 0;
}
