// A double does not travel where a pointer is looked for.
static int first(const int *p) {
    return *p; // expect: uninit
}

int (*volatile operation)(double) = (int (*)(double))(void (*)(void))first;

int main(void) {
    return operation(1.5);
}
