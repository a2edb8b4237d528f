// A write past an array on the stack.
volatile int index_ = 3;

int main(void) {
    volatile int a[3] = {1, 2, 3};
    a[index_] = 4; // expect: out-of-bounds
    return a[0];
}
