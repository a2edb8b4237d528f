// The zeros that are filled in reach the source.
#include <string.h>

char buffer[32] = "0123";
volatile int by = 10;

int main(void) {
    strncpy(buffer, buffer + by, 16); // expect: overlap
    return 0;
}
