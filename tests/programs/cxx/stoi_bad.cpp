//@ stdlib: libstdc++ libc++
// That is no number.
#include <string>

int main()
{
    std::string text = "forty";
    return std::stoi(text); // expect: uncaught-exception
}
