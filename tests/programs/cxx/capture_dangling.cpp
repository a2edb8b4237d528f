//@ stdlib: libstdc++ libc++
//@ opt: O0
// The lambda is called when what it refers to is gone.
#include <functional>

static std::function<int()> counter()
{
    int n = 0;
    return [&] { return ++n; }; // expect: dead-stack
}

int main()
{
    auto next = counter();
    next();
    return 0;
}
