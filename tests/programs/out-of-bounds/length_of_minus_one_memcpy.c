// A negative length is a very large one: no object has room for it.
#include <string.h>

char to[8], from[8];
volatile int length = -1;

int main(void) {
    memcpy(to, from, (size_t)length); // expect: out-of-bounds
    return 0;
}
