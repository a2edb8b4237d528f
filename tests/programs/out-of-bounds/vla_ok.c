//@ expect: safe
// The repaired twin of vla.c.
volatile int length = 2;

int main(void) {
    int n = length;
    volatile int a[n];
    a[0] = 0;
    a[n - 1] = 1;
    return a[0];
}
