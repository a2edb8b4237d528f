//@ opt: O0
// The default case was declared impossible (-O2 believes it and drops the check).
volatile int colour = 3;

__attribute__((noinline)) static int price(int c) {
    switch (c) {
    case 0: return 10;
    case 1: return 20;
    case 2: return 30;
    default: __builtin_unreachable(); // expect: unreachable
    }
}

int main(void) {
    return price(colour);
}
