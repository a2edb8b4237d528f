// A text is formatted into itself, as if to append to it.
#include <stdio.h>
#include <string.h>

char buffer[32] = "0123456789";
volatile int by = 0;

int main(void) {
    sprintf(buffer, "%s%d", buffer + by, 5); // expect: overlap
    return 0;
}
