//@ stdlib: libstdc++ libc++
//@ opt: O0
// One behind the last.
#include <vector>

int main()
{
    std::vector<int> numbers{1, 2, 3};
    int sum = 0;
    for (unsigned i = 0; i <= numbers.size(); i++)
        sum += numbers[i]; // expect: out-of-bounds
    return sum - 6;
}
