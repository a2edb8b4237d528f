// The streams, strings, an algorithm and an exception of the library: what everybody begins with.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

int main()
{
    std::string text = "long enough to leave the small buffer";
    std::vector<int> numbers{3, 1, 2};
    std::sort(numbers.begin(), numbers.end());
    std::cout << text << '\n';
    for (int number : numbers)
        std::cout << number << ' ';
    std::cout << std::endl;
    try {
        throw std::invalid_argument("not a number");
    } catch (const std::exception &e) {
        std::cout << e.what() << '\n';
    }
    std::cout << 1.5 << ' ' << 255 << ' ' << std::hex << 255 << '\n';
    return 0;
}
