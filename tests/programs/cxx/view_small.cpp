//@ stdlib: libstdc++ libc++
//@ std: c++17
//@ opt: O0
// A short string is inside its object, which is gone.
#include <string>
#include <string_view>

static std::string_view shorten(const char *from)
{
    std::string text = from;
    std::string_view view = text;
    return view.substr(0, 2);
}

int main()
{
    return shorten("abc")[0] == 'a' ? 0 : 1; // expect: dead-stack
}
