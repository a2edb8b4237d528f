//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ flags: --reduction presumed
/* The exception of the task comes out of get(), where nobody catches it. */
#include <future>
#include <stdexcept>

static int work() { throw std::logic_error("no answer"); }

int main()
{
    std::future<int> answer = std::async(std::launch::async, work);
    return answer.get(); // expect: uncaught-exception
}
