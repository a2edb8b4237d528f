// As strcpy.c.
#define _GNU_SOURCE
#include <string.h>

char buffer[32] = "0123456789";
volatile int by = 1;

int main(void) {
    stpcpy(buffer + by, buffer); // expect: overlap
    return 0;
}
