/* The exception passes the delete. */
//@ expect: leak
__attribute__((noinline)) static void check(int n)
{
    if (n > 2)
        throw n;
}

__attribute__((noinline)) static int work(int n)
{
    int *volatile buffer = new int[4];
    buffer[0] = n;
    check(n);
    int result = buffer[0];
    delete[] buffer;
    return result;
}

int main()
{
    volatile int n = 3;
    try {
        work(n);
    } catch (int) {
    }
}
