//@ std: c++17
//@ opt: O0
// The value of an empty optional is no value.
#include <optional>

int main()
{
    std::optional<int> none;
    if (*none == 3) // expect: uninit
        return 1;
    return 0;
}
