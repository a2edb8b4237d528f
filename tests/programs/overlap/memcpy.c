// Moved up by two bytes: memcpy may copy in any order.
#include <string.h>

char buffer[16] = "0123456789";
volatile int by = 2, length = 8;

int main(void) {
    memcpy(buffer + by, buffer, length); // expect: overlap
    return 0;
}
