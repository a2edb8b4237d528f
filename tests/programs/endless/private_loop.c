// The same loop, and the bound is missed after a while.
#include <assert.h>

int main(void) {
    volatile unsigned char n = 0;
    for (;;) {
        n = (unsigned char)((n + 1) % 6);
        assert(n < 5); // expect: assert
    }
}
