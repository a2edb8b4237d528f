//@ flags: --stack-depth 300
//@ opt: O0
//@ expect: stack-overflow
// A recursion that never ends. (Optimised, it becomes a loop.)
static int next(int n) {
    return n > 0 ? 1 + next(n + 1) : 0;
}

int main(void) {
    return next(1);
}
