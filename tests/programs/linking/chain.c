//@ flags: --cc-arg=-Wl,--defsym=first=second,--defsym=second=third
// A symbol that is defined by one that is defined by another.
#include <assert.h>

int first(void);
int third(void) { return 3; }

int main(void) {
    assert(first() == 2); // expect: assert
}
