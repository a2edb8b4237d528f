//@ expect: safe
// The repaired twin of memcpy_overrun.c: the size comes from the source.
#include <string.h>

char from[4] = "abc";
char to[8];
volatile size_t size = sizeof from;

int main(void) {
    memcpy(to, from, size);
    return to[3];
}
