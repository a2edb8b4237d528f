//@ stdlib: libstdc++ libc++
// The vector grows and moves; the iterator stays behind.
#include <vector>

int main()
{
    std::vector<int> numbers{1, 2, 3};
    auto first = numbers.begin();
    for (int i = 0; i < 5; i++)
        numbers.push_back(i);
    return *first - 1; // expect: use-after-free
}
