//@ expect: safe
//@ stdlib: libstdc++ libc++
// Up to the last.
#include <vector>

int main()
{
    std::vector<int> numbers{1, 2, 3};
    int sum = 0;
    for (int n : numbers)
        sum += n;
    return sum - 6;
}
