//@ flags: --reduction presumed
// The work that a future stands for goes on after the function that started it, and so after the
// local variable that it refers to.
#include <atomic>
#include <future>

static std::future<int> price(int pieces)
{
    std::atomic<int> rebate{pieces > 10 ? 2 : 0};
    return std::async(std::launch::async, [&rebate, pieces] {
        return pieces * (10 - rebate.load()); // expect: dead-stack
    });
}

int main()
{
    std::future<int> later = price(12);
    return later.get() - 96;
}
