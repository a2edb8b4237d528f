//@ stdlib: libstdc++ libc++
//@ std: c++17
// Nobody looked whether there is a value.
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
    return find(key).value() - 10; // expect: uncaught-exception
}
