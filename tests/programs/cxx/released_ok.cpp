//@ expect: safe
//@ stdlib: libstdc++ libc++
// Who takes it deletes it.
#include <memory>

int main()
{
    auto number = std::make_unique<int>(1);
    int *volatile plain = number.release();
    std::unique_ptr<int> other(plain);
    return *other - 1;
}
