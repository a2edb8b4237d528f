//@ expect: safe
// The repaired twin of switch_default.c: the impossible case stays impossible.
volatile int colour = 2;

__attribute__((noinline)) static int price(int c) {
    switch (c) {
    case 0: return 10;
    case 1: return 20;
    case 2: return 30;
    default: __builtin_unreachable();
    }
}

int main(void) {
    return price(colour) == 30 ? 0 : 1;
}
