//@ expect: safe
// The repaired twin of stack_array.c.
volatile int index_ = 2;

int main(void) {
    volatile int a[3] = {1, 2, 3};
    a[index_] = 0;
    return a[2];
}
