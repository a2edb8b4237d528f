//@ expect: safe
// goto, do, continue, comma, conditional, short circuit.
#include <assert.h>

volatile int limit = 5;
static int calls;

__attribute__((noinline)) static int count(int result) {
    calls++;
    return result;
}

int main(void) {
    int n = 0, sum = 0;
again:
    if (n < limit) {
        n++;
        if (n == 3)
            goto again;
        sum += n;
        goto again;
    }
    assert(n == 5 && sum == 12);
    do {
        if (--n & 1)
            continue;
        sum++;
    } while (n > 0);
    assert(n == 0 && sum == 15);
    for (int i = 0, j = 10; i < j; i++, j--)
        sum = (n++, i > 3 ? sum - 1 : sum + 1);
    assert(n == 5 && sum == 18);
    assert(!(count(0) && count(1)) && calls == 1);
    assert((count(1) || count(1)) && calls == 2);
    assert((count(0), count(7)) == 7 && calls == 4);
    return 0;
}
