//@ expect: safe
//@ native: no
// An endless loop over private memory only: no visible action ever ends it.
#include <assert.h>

int main(void) {
    volatile unsigned char n = 0;
    for (;;) {
        n = (unsigned char)((n + 1) % 5);
        assert(n < 5);
    }
}
