//@ expect: safe
//@ stdlib: libstdc++ libc++
// What is no number, and what is too large.
#include <stdexcept>
#include <string>

static int number(const std::string &text)
{
    try {
        return std::stoi(text);
    } catch (const std::invalid_argument &) {
        return -1;
    } catch (const std::out_of_range &) {
        return -2;
    }
}

int main()
{
    return number("forty") == -1 && number("99999999999") == -2 && number(" 42 ") == 42 ? 0 : 1;
}
