// Only the low bits of a small result are there; the rest of the register is whatever it was.
volatile int negative;

static signed char minus(void) {
    return -3;
}

int (*volatile operation)(void) = (int (*)(void))(void (*)(void))minus;

int main(void) {
    if (operation() < 0) // expect: uninit
        negative = 1;
    return 0;
}
