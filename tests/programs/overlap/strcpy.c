// A string is copied over its own end.
#include <string.h>

char buffer[32] = "0123456789";
volatile int by = 3;

int main(void) {
    strcpy(buffer + by, buffer); // expect: overlap
    return 0;
}
