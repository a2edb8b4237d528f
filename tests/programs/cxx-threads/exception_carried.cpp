//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* The exception of the thread is thrown on in main, where nobody catches it. */
#include <exception>
#include <stdexcept>
#include <thread>

static std::exception_ptr carried;

int main()
{
    std::thread t([] {
        try {
            throw std::runtime_error("from the thread");
        } catch (...) {
            carried = std::current_exception();
        }
    });
    t.join();
    if (carried)
        std::rethrow_exception(carried); // expect: uncaught-exception
}
