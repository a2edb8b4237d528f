//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++17
// The text lives as long as the view.
#include <string>
#include <string_view>

static std::string name(int n) { return "a name that is long enough for the heap, number " + std::to_string(n); }

int main()
{
    const std::string &text = name(1);
    std::string_view view = text;
    return view[0] == 'a' ? 0 : 1;
}
