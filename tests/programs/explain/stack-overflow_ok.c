//@ expect: safe
//@ flags: --stack-depth 50
static int depth(unsigned number) {
    if (number == 1)
        return 0;
    return number % 2 ? 1 + depth(number * 3 + 1) : 1 + depth(number / 2);
}

int main(void) { return depth(3) == 0; }
