//@ expect: safe
//@ stdlib: libstdc++ libc++
// The lambda has its own.
#include <functional>

static std::function<int()> counter()
{
    int n = 0;
    return [n]() mutable { return ++n; };
}

int main()
{
    auto next = counter();
    next();
    return next() - 2;
}
