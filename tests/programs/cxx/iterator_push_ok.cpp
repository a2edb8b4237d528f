//@ expect: safe
//@ stdlib: libstdc++ libc++
// There is room enough from the start, so nothing moves.
#include <vector>

int main()
{
    std::vector<int> numbers{1, 2, 3};
    numbers.reserve(8);
    auto first = numbers.begin();
    for (int i = 0; i < 5; i++)
        numbers.push_back(i);
    return *first - 1;
}
