//@ stdlib: libstdc++ libc++
//@ std: c++17
// It is a long.
#include <any>

int main()
{
    std::any value = 1L;
    return std::any_cast<int>(value); // expect: uncaught-exception
}
