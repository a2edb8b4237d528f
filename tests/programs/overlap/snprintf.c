// A part of what is written already is read.
#include <stdio.h>
#include <string.h>

char buffer[32] = "0123456789";
volatile int by = 1;

int main(void) {
    snprintf(buffer, sizeof buffer, "ab%.3s", buffer + by); // expect: overlap
    return 0;
}
