// A function that returns nothing is asked for its result, and somebody decides on it.
volatile int calls, large;

static void count(void) {
    calls++;
}

int (*volatile operation)(void) = (int (*)(void))(void (*)(void))count;

int main(void) {
    if (operation() > 1) // expect: uninit
        large = 1;
    return 0;
}
