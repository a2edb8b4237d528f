//@ flags: --cc-arg=-Wl,--defsym=one=two
// The linker takes another function for one that the program defines.
#include <assert.h>

static volatile int number = 1;

__attribute__((noinline)) int one(void) { return number; }
__attribute__((noinline)) int two(void) { return number + 1; }

int main(void) {
    assert(one() == 1); // expect: assert
}
