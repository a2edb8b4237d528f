//@ expect: safe
//@ stdlib: libstdc++ libc++
// Strictly less.
#include <algorithm>
#include <vector>

int main()
{
    std::vector<int> numbers(40, 7);
    numbers[20] = 3;
    std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return a < b; });
    return numbers[0] - 3;
}
