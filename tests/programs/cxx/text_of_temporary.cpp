//@ stdlib: libstdc++ libc++
// c_str() of a string that lives until the semicolon.
#include <cstring>
#include <string>

int main()
{
    std::string base = "a text that is too long to be inside the string object";
    const char *text = (base + "!").c_str();
    return std::strlen(text) == 55 ? 0 : 1; // expect: use-after-free
}
