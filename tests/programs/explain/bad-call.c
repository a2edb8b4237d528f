static int table[4]; // Data, no code.

int main(void) {
    int (*handler)(void) = (int (*)(void))(void *)table;
    return handler(); // expect: bad-call
}
