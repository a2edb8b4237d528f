//@ expect: safe
//@ native: no
// Two choices have nine outcomes and no others.
#include <assert.h>
#include <augur/traps.h>

int main(void) {
    int a = __divine_choice(3);
    int b = __divine_choice(3);
    int n = a * 3 + b;
    assert(n >= 0 && n <= 8 && n / 3 == a && n % 3 == b);
    return 0;
}
