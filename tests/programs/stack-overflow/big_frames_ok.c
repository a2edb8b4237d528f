//@ expect: safe
// The repaired twin of big_frames.c: half as deep.
__attribute__((noinline)) static int deep(int n, char *above) {
    char buffer[1 << 20];
    for (int i = 0; i < 5; i++)
        buffer[i] = above[i];
    return n == 0 ? buffer[0] : deep(n - 1, buffer) + buffer[n];
}

int main(void) {
    char start[16] = {0};
    return deep(4, start);
}
