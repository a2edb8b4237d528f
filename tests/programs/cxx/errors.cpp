// The exceptions of the library and the codes of errors.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
#include <cstdio>
#include <exception>
#include <future>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>

template <typename E> static void thrown(const char *name)
{
    try {
        throw E(std::string("what is wrong with ") + name);
    } catch (const std::exception &e) {
        std::puts(e.what());
    }
}

int main()
{
    thrown<std::logic_error>("logic");
    thrown<std::domain_error>("domain");
    thrown<std::length_error>("length");
    thrown<std::range_error>("range");
    thrown<std::overflow_error>("overflow");
    thrown<std::underflow_error>("underflow");
    std::runtime_error first("copied"), second = first;
    first = std::runtime_error("another");
    std::printf("%s %s\n", second.what(), first.what());
    try {
        throw std::system_error(std::make_error_code(std::errc::timed_out), "waiting");
    } catch (const std::system_error &e) {
        std::printf("%s %d %s\n", e.what(), e.code().value(), e.code().category().name());
    }
    std::error_code code(2, std::generic_category());
    std::printf("%s %d\n", code.message().c_str(), code == std::errc::no_such_file_or_directory);
    std::error_code system(13, std::system_category());
    std::printf("%s %d\n", system.message().c_str(), system.default_error_condition() == std::errc::permission_denied);
    try {
        throw std::bad_alloc();
    } catch (const std::exception &e) {
        std::printf("%s %s\n", e.what(), typeid(e).name());
    }
    return 0;
}
