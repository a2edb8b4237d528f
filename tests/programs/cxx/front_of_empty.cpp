//@ stdlib: libstdc++ libc++
// There is no first element.
//@ opt: O0
//@ expect: null-deref
#include <vector>

int main()
{
    std::vector<int> numbers;
    return numbers.front();
}
