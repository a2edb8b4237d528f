//@ stdlib: libstdc++ libc++
// A vector of minus one elements.
#include <vector>

int main()
{
    volatile int count = -1;
    std::vector<int> numbers(count); // expect: uncaught-exception
    return numbers.size();
}
