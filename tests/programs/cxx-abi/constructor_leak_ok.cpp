//@ expect: safe
__attribute__((noinline)) static void check(int n)
{
    if (n > 2)
        throw n;
}
struct Owner {
    int *p;
    explicit Owner(int n) : p(new int(n)) {}
    Owner(const Owner &) = delete;
    ~Owner() { delete p; }
};
struct Pair {
    Owner a, b;
    explicit Pair(int n) : a(n), b((check(n), n)) {}
};

int main()
{
    volatile int n = 3;
    try {
        Pair p(n);
    } catch (int) {
    }
}
