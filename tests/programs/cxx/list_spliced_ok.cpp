//@ expect: safe
//@ stdlib: libstdc++ libc++
// What moves from list to list stays what it was.
#include <list>

int main()
{
    std::list<int> numbers{1, 2, 3}, other;
    auto second = ++numbers.begin();
    other.splice(other.begin(), numbers, second);
    numbers.clear();
    return *second - 2;
}
