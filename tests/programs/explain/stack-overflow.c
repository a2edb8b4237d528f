//@ opt: O0
//@ flags: --stack-depth 50
static int depth(unsigned number) {
    // Nothing stops at 1.
    return number % 2 ? 1 + depth(number * 3 + 1) : 1 + depth(number / 2); // expect: stack-overflow
}

int main(void) { return depth(3) == 0; }
