//@ opt: O0
static int sum(const int *numbers, int count) {
    int sum = 0;
    for (int i = 0; i <= count; i++) // One too many.
        sum += numbers[i]; // expect: out-of-bounds
    return sum;
}

int main(void) {
    int numbers[3] = {1, 2, 3};
    return sum(numbers, 3) - 6;
}
