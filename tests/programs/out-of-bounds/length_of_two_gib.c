// Two GiB into eight bytes.
#include <string.h>

char to[8];
volatile unsigned length = 1u << 31;

int main(void) {
    memset(to, 0, length); // expect: out-of-bounds
    return 0;
}
