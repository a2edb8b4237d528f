// The assertion stands in a called function; the report names that function.
#include <assert.h>

volatile int balance = 10;

__attribute__((noinline)) static void withdraw(int amount) {
    assert(amount <= balance); // expect: assert
    balance -= amount;
}

int main(void) {
    withdraw(7);
    withdraw(7);
    return 0;
}
