//@ expect: safe
//@ stdlib: libstdc++ libc++
// at() throws behind the end, and somebody expects it.
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

int main()
{
    int caught = 0;
    std::vector<int> numbers(3);
    try {
        numbers.at(3);
    } catch (const std::out_of_range &) {
        caught++;
    }
    try {
        std::map<int, int>().at(1);
    } catch (const std::out_of_range &) {
        caught++;
    }
    try {
        std::string("abc").at(3);
    } catch (const std::exception &) {
        caught++;
    }
    return caught - 3;
}
