//@ expect: unsupported
// Assembly outside of functions registers a function that runs before main.
#include <stdlib.h>

void start(void) { abort(); }

__asm__(".section .init_array,\"aw\",@init_array\n.quad start\n.text");

int main(void) {
    return 0;
}
