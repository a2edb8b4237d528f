//@ expect: safe
#include <exception>

struct Careful {
    int n = 0;
    int before = std::uncaught_exceptions();
    ~Careful() noexcept(false)
    {
        if (n && std::uncaught_exceptions() == before)
            throw n;
    }
};

__attribute__((noinline)) static void work(bool fails)
{
    Careful c;
    c.n = 7;
    if (fails)
        throw "first";
}

int main()
{
    volatile bool fails = true;
    int caught = 0;
    for (int i = 0; i < 2; i++) {
        try {
            work(fails);
        } catch (const char *) {
            caught += 10;
        } catch (int n) {
            caught += n;
        }
        fails = false;
    }
    return caught != 17;
}
