//@ stdlib: libstdc++ libc++
//@ flags: --faults malloc
/* The string cannot grow, and nobody expects it. */
//@ opt: O0
//@ expect: uncaught-exception
#include <string>

int main()
{
    std::string text = "short";
    text += " and a text that is too long to be inside the object";
    return text.size() < 10;
}
