// An array whose length was never checked. (Of a negative length, too, one could say so.)
__attribute__((noinline)) static int sum(long n) {
    volatile int a[n]; // expect: stack-overflow
    for (long i = 0; i < 3; i++)
        a[i] = (int)i;
    return a[0] + a[1] + a[2];
}

int main(void) {
    volatile long n = 3L << 40;
    return sum(n);
}
