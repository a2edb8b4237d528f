//@ expect: safe
// Dense, sparse and falling-through switches.
#include <assert.h>
#include <stdint.h>

__attribute__((noinline)) static int dense(int n) {
    switch (n) {
    case 0: return 3;
    case 1: return 1;
    case 2: return 4;
    case 3: return 1;
    case 4: return 5;
    default: return -1;
    }
}

__attribute__((noinline)) static int sparse(int64_t n) {
    switch (n) {
    case -1000000000000: return 1;
    case 7: return 2;
    case 4000000000: return 3;
    case 20 ... 29: return 4;
    default: return 0;
    }
}

__attribute__((noinline)) static int falling(char c) {
    int n = 0;
    switch (c) {
    case 'a': n += 1; // fall through
    case 'b': n += 10; // fall through
    case 'c': n += 100; break;
    case 'd': n = 5;
    }
    return n;
}

int main(void) {
    int sum = 0;
    for (volatile int i = -1; i < 6; i++)
        sum = sum * 3 + dense(i);
    assert(sum == ((((((-1 * 3 + 3) * 3 + 1) * 3 + 4) * 3 + 1) * 3 + 5) * 3 - 1));
    assert(sparse(-1000000000000) == 1 && sparse(7) == 2 && sparse(4000000000) == 3);
    assert(sparse(24) == 4 && sparse(30) == 0);
    assert(falling('a') == 111 && falling('b') == 110 && falling('c') == 100);
    assert(falling('d') == 5 && falling('e') == 0);
    return 0;
}
