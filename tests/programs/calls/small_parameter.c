// A function takes it that its caller has extended a small integer; this one has not.
volatile int seen;

static void note(short n) {
    if (n == 4) // expect: uninit
        seen = 1;
}

void (*volatile operation)(int) = (void (*)(int))(void (*)(void))note;

int main(void) {
    operation(0x10004);
    return 0;
}
