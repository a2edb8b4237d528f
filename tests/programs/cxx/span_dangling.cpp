//@ stdlib: libstdc++ libc++
//@ std: c++20
// The span shows where the vector was.
#include <span>
#include <vector>

int main()
{
    std::vector<int> numbers{1, 2, 3};
    std::span<int> window(numbers);
    numbers.insert(numbers.end(), 100, 0);
    return window[0] - 1; // expect: use-after-free
}
