/* A constructor that throws has no destructor: what it holds by plain pointers is lost. */
//@ expect: leak
__attribute__((noinline)) static void check(int n)
{
    if (n > 2)
        throw n;
}
struct Pair {
    int *volatile a, *volatile b;
    explicit Pair(int n)
    {
        a = new int(n);
        check(n);
        b = new int(n);
    }
    ~Pair()
    {
        delete a;
        delete b;
    }
};

int main()
{
    volatile int n = 3;
    try {
        Pair p(n);
    } catch (int) {
    }
}
