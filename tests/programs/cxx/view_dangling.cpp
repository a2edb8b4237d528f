//@ stdlib: libstdc++ libc++
//@ std: c++17
// The view outlives the text: the sum of two strings lives until the semicolon.
#include <string>
#include <string_view>

static std::string name(int n) { return "a name that is long enough for the heap, number " + std::to_string(n); }

int main()
{
    std::string_view view = name(1);
    return view[0] == 'a' ? 0 : 1; // expect: use-after-free
}
