// A string is copied to itself.
#include <string.h>

char buffer[32] = "0123456789";
volatile int by = 0;

int main(void) {
    strcpy(buffer, buffer + by); // expect: overlap
    return 0;
}
