// A string is moved down: it works with most libraries, and not with all.
#include <string.h>

char buffer[32] = "0123456789";
volatile int by = 3;

int main(void) {
    strcpy(buffer, buffer + by); // expect: overlap
    return 0;
}
