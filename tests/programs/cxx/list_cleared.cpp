//@ stdlib: libstdc++ libc++
// The element is gone with all others.
#include <list>

int main()
{
    std::list<int> numbers{1, 2, 3};
    auto second = ++numbers.begin();
    numbers.clear();
    return *second - 2; // expect: use-after-free
}
