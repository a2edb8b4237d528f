//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++17
// get_if tells.
#include <string>
#include <variant>

int main()
{
    std::variant<int, std::string> value = 1;
    value = "text";
    const int *number = std::get_if<int>(&value);
    return number ? 1 : 0;
}
