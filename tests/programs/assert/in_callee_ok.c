//@ expect: safe
// The repaired twin of in_callee.c: the caller asks first.
#include <assert.h>

volatile int balance = 10;

__attribute__((noinline)) static void withdraw(int amount) {
    assert(amount <= balance);
    balance -= amount;
}

int main(void) {
    withdraw(7);
    if (balance >= 7)
        withdraw(7);
    return 0;
}
