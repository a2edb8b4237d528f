// The order is not one: equal elements are each less than the other, and sort runs over the end.
//@ expect: out-of-bounds
#include <algorithm>
#include <vector>

int main()
{
    std::vector<int> numbers(40, 7);
    std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return a <= b; });
    return numbers[0] - 7;
}
