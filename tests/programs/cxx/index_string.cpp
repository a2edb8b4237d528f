//@ stdlib: libstdc++ libc++
// Behind the end of the text.
#include <string>

int main()
{
    std::string text(40, 'x');
    text.shrink_to_fit();
    volatile unsigned index = 200;
    return text[index] == 'x'; // expect: out-of-bounds
}
