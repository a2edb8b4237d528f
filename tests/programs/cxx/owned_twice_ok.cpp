//@ expect: safe
//@ stdlib: libstdc++ libc++
// Shared owners come from each other.
#include <memory>

int main()
{
    std::shared_ptr<int> one(new int(1));
    std::shared_ptr<int> other(one);
    return other.use_count() - 2;
}
