// A pointer into the middle of a function is no function.
static int seven(void) {
    return 7;
}

char *volatile target = (char *)(void *)seven;

int main(void) {
    char *middle = target + 1;
    return ((int (*)(void))(void *)middle)(); // expect: bad-call
}
