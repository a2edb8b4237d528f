//@ expect: safe
#include <exception>

struct Failed : std::exception {
    const char *what() const noexcept override { return "disk full"; }
};

__attribute__((noinline)) static void flush(int n)
{
    if (n)
        throw Failed();
}

__attribute__((noinline)) static bool close(int n) noexcept
{
    try {
        flush(n);
    } catch (Failed &) {
        return false;
    }
    return true;
}

int main()
{
    volatile int n = 1;
    return close(n) ? 1 : 0;
}
