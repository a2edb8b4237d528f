// std::expected.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
//@ std: c++23
#include <cstdio>
#include <expected>
#include <string>

static std::expected<int, std::string> half(int n)
{
    if (n % 2)
        return std::unexpected("odd, which has no half that is a whole number");
    return n / 2;
}

int main()
{
    auto good = half(8), bad = half(7);
    std::printf("%d %s %d\n", *good, bad.error().c_str(), bad.value_or(-1));
    try {
        (void)bad.value();
    } catch (const std::bad_expected_access<std::string> &e) {
        std::printf("caught %s\n", e.error().c_str());
    }
    good = half(3);
    std::printf("%d\n", good.has_value());
    return 0;
}
