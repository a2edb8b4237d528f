//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ skip-none
/* An exception goes from one thread to another and dies there. */
#include <atomic>
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

int main()
{
    std::exception_ptr error;
    std::thread t([&] {
        try {
            std::string().at(3);
        } catch (const std::out_of_range &) {
            error = std::current_exception();
        }
    });
    t.join();
    std::string text;
    try {
        std::rethrow_exception(error);
    } catch (std::logic_error &e) {
        text = e.what();
    }
    assert(!text.empty());
}
