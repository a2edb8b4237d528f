// A string is appended to itself.
#include <string.h>

char buffer[32] = "0123";
volatile int by = 0;

int main(void) {
    strcat(buffer, buffer + by); // expect: overlap
    return 0;
}
