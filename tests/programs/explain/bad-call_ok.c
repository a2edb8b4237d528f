//@ expect: safe
static int handle(void) { return 0; }

int main(void) {
    int (*handler)(void) = handle;
    return handler();
}
