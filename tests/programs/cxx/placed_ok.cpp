//@ expect: safe
//@ stdlib: libstdc++ libc++
// The destructor is called by hand.
#include <new>
#include <string>

int main()
{
    alignas(std::string) char buffer[sizeof(std::string)];
    auto *text = new (buffer) std::string("a text that is too long to be inside the string object");
    volatile unsigned length = text->size();
    text->~basic_string();
    return length - 54;
}
