//@ stdlib: libstdc++ libc++
// at() throws behind the end.
#include <vector>

int main()
{
    std::vector<int> numbers(3);
    volatile unsigned index = 3;
    return numbers.at(index); // expect: uncaught-exception
}
