//@ stdlib: libstdc++ libc++
//@ opt: O0
// Two owners that do not know of each other.
//@ expect: double-free
#include <memory>

int main()
{
    int *plain = new int(1);
    std::unique_ptr<int> one(plain);
    std::unique_ptr<int> other(plain);
}
