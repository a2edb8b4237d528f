//@ flags: --stack-size 64K
//@ expect: safe
// The repaired twin of vla_size.c. Each round gives its array back.
__attribute__((noinline)) static int sum(volatile int *a) { return a[0] + a[1]; }

int main(void) {
    volatile long n = 3000;
    for (int i = 0; i < 50; i++) {
        volatile int a[n];
        a[0] = i;
        a[1] = -i;
        if (sum(a))
            return 1;
    }
    return 0;
}
