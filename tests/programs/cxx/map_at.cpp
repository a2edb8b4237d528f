//@ stdlib: libstdc++ libc++
// There is no such key.
#include <map>

int main()
{
    std::map<int, int> squares{{1, 1}, {2, 4}};
    return squares.at(3); // expect: uncaught-exception
}
