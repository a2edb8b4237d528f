// An int fills half of a register: the other half of a long is not passed.
volatile int large, number = 5;

static void note(long n) {
    if (n > 1000) // expect: uninit
        large = 1;
}

void (*volatile operation)(int) = (void (*)(int))(void (*)(void))note;

int main(void) {
    operation(number);
    return 0;
}
