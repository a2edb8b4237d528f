//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ skip-none
/* Nobody catches what the function of a thread throws: main is another stack. */
#include <stdexcept>
#include <thread>

static void work(int n)
{
    if (n > 2)
        throw std::invalid_argument("too many"); // expect: uncaught-exception
}

int main()
{
    try {
        std::thread t(work, 3);
        t.join();
    } catch (std::exception &) {
    }
}
