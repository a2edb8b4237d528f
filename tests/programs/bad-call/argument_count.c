//@ flags: --strict-calls
// A function of one argument is called with two.
static int twice(int n) {
    return 2 * n;
}

int (*volatile operation)(int, int) = (int (*)(int, int))(void (*)(void))twice;

int main(void) {
    return operation(1, 2); // expect: bad-call
}
