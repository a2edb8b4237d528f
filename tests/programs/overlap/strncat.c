// More of a string than there is is appended to itself.
#include <string.h>

char buffer[32] = "0123";
volatile int by = 1;

int main(void) {
    strncat(buffer, buffer + by, 9); // expect: overlap
    return 0;
}
