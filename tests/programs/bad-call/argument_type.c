//@ flags: --strict-calls
// A function that takes a pointer is called with a double.
static int first(const int *p) {
    return *p;
}

int (*volatile operation)(double) = (int (*)(double))(void (*)(void))first;

int main(void) {
    return operation(1.5); // expect: bad-call
}
