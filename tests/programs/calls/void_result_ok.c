//@ expect: safe
// The twin of void_result.c: nobody decides on the result.
volatile int calls;

static void count(void) {
    calls++;
}

static int five(void) {
    return 5;
}

int (*volatile operation)(void) = (int (*)(void))(void (*)(void))count;
void (*volatile quiet)(void) = (void (*)(void))five;

int main(void) {
    int copy = operation();
    (void)copy;
    quiet();
    return calls == 1 ? 0 : 1;
}
