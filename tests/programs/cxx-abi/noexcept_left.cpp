/* The handler in main is too far away: close() says that nothing leaves it. */
#include <exception>

struct Failed : std::exception {
    const char *what() const noexcept override { return "disk full"; }
};

__attribute__((noinline)) static void flush(int n)
{
    if (n)
        throw Failed(); // expect: uncaught-exception
}

__attribute__((noinline)) static void close(int n) noexcept
{
    flush(n);
}

int main()
{
    try {
        volatile int n = 1;
        close(n);
    } catch (Failed &) {
    }
}
