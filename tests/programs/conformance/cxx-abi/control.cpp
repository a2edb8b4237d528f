/* Deep recursion, many throws in a loop, handlers that throw in turn. */
#include <cstdio>

struct Guard {
    int &count;
    explicit Guard(int &count) : count(count) { count++; }
    ~Guard() { count--; }
};

static int live;
static int deep(int n)
{
    Guard g(live);
    if (!n)
        throw live;
    return deep(n - 1) + 1;
}

static int bounce(int n)
{
    try {
        if (n % 2)
            throw n;
        throw (long)n;
    } catch (int i) {
        if (i <= 0)
            return 100;
        return bounce(i - 1) + 1;
    } catch (long l) {
        if (l <= 0)
            return 200;
        return bounce((int)l - 1) + 1;
    }
}

static unsigned sum()
{
    unsigned total = 0;
    for (unsigned i = 0; i < 50; i++) {
        try {
            if (i % 3 == 0)
                throw i;
            total += 1000;
        } catch (unsigned n) {
            total += n;
            if (n == 45)
                break;
            continue;
        }
    }
    return total;
}

int main()
{
    try {
        deep(60);
    } catch (int n) {
        printf("%d deep, %d left\n", n, live);
    }
    printf("%d\n", bounce(9));
    printf("%u\n", sum());
    auto lambda = [](auto f, int n) -> int { return n ? f(f, n - 1) : throw 8; };
    try {
        lambda(lambda, 4);
    } catch (int n) {
        printf("%d\n", n);
    }
    return 0;
}
