//@ flags: --strict-calls
// A function that returns nothing is asked for its result.
volatile int calls;

static void count(void) {
    calls++;
}

double (*volatile operation)(void) = (double (*)(void))(void (*)(void))count;

int main(void) {
    return operation() > 1.0; // expect: bad-call
}
