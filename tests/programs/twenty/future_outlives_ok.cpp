//@ flags: --reduction presumed
//@ expect: safe
// The work has a copy of all that it needs.
#include <future>

static std::future<int> price(int pieces)
{
    int rebate = pieces > 10 ? 2 : 0;
    return std::async(std::launch::async, [rebate, pieces] { return pieces * (10 - rebate); });
}

int main()
{
    std::future<int> later = price(12);
    return later.get() - 96;
}
