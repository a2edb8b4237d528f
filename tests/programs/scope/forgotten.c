//@ opt: O0
// Each round has a new variable; what the last one held is gone. (An optimiser takes it for whatever
// suits it.)
int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0)
            x = 5;
        if (x == 5) // expect: uninit
            sum++;
    }
    return sum;
}
