//@ expect: safe
// The repaired twin of forgotten.c: the variable is one of the block around the loop.
int main(void) {
    int sum = 0;
    int x = 0;
    for (int i = 0; i < 2; i++) {
        if (i == 0)
            x = 5;
        if (x == 5)
            sum++;
    }
    return sum - 2;
}
