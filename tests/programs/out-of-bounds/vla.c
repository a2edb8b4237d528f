// An array whose length is only known at run time.
volatile int length = 2;

int main(void) {
    int n = length;
    volatile int a[n];
    a[0] = 0;
    a[1] = 0;
    a[n] = 1; // expect: out-of-bounds
    return a[0];
}
