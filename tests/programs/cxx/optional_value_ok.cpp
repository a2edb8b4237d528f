//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++17
// With something in its place, nothing is thrown.
#include <optional>

static std::optional<int> find(int key)
{
    if (key == 1)
        return 10;
    return std::nullopt;
}

int main()
{
    volatile int key = 2;
    return find(key).value_or(10) - 10;
}
