//@ expect: safe
//@ native: no
//@ stdlib: libstdc++ libc++
//@ flags: --faults malloc
/* A string that cannot grow is as it was. */
#include <cassert>
#include <new>
#include <string>

int main()
{
    std::string text = "short";
    try {
        text += " and a text that is too long to be inside the object";
        assert(text.size() == 57);
    } catch (const std::bad_alloc &) {
        assert(text == "short");
    }
}
