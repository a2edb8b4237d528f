//@ stdlib: libstdc++ libc++
//@ std: c++17
// It holds something else by then.
#include <string>
#include <variant>

int main()
{
    std::variant<int, std::string> value = 1;
    value = "text";
    return std::get<int>(value); // expect: uncaught-exception
}
