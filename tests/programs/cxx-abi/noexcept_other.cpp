//@ expect: uncaught-exception
/* A noexcept function catches some exceptions, but not this one. */
__attribute__((noinline)) static void parse(int n)
{
    if (n == 1)
        throw n;
    throw 2.5;
}

__attribute__((noinline)) static bool try_parse(int n) noexcept
{
    try {
        parse(n);
    } catch (int) {
        return false;
    }
    return true;
}

int main()
{
    volatile int n = 1;
    try_parse(n);
    n = 2;
    try_parse(n);
}
