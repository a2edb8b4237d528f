//@ stdlib: libstdc++ libc++
//@ opt: O0
// It has been moved away.
#include <memory>
#include <utility>

static void keep(std::unique_ptr<int> number) { *number = 2; }

int main()
{
    auto number = std::make_unique<int>(1);
    keep(std::move(number));
    return *number; // expect: null-deref
}
