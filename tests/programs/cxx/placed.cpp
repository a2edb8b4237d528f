//@ stdlib: libstdc++ libc++
//@ opt: O0
// Nobody ends the string that lives in the buffer.
//@ expect: leak
#include <new>
#include <string>

int main()
{
    alignas(std::string) char buffer[sizeof(std::string)];
    auto *text = new (buffer) std::string("a text that is too long to be inside the string object");
    volatile unsigned length = text->size();
    return length - 54;
}
