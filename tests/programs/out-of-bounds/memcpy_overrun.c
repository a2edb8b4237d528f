// memcpy reads past its source; the report names the caller's line.
#include <string.h>

char from[4] = "abc";
char to[8];
volatile size_t size = 5;

int main(void) {
    memcpy(to, from, size); // expect: out-of-bounds
    return to[3];
}
