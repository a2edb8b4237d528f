// Few calls, but each with a megabyte of local variables.
__attribute__((noinline)) static int deep(int n, char *above) {
    char buffer[1 << 20];
    buffer[n] = above[n];
    return n == 0 ? buffer[0] : deep(n - 1, buffer) + buffer[n]; // expect: stack-overflow
}

int main(void) {
    char start[16] = {0};
    return deep(9, start);
}
