// Copied up to a byte that stands behind the target.
#define _GNU_SOURCE
#include <string.h>

char buffer[32] = "0123456789";
volatile int by = 4;

int main(void) {
    memccpy(buffer + by, buffer, 56, 12); // expect: overlap
    return 0;
}
