/* The exceptions that the language itself throws. */
#include <augur/exception.h>

namespace std {

exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }

#define EXCEPTION(name)                                                       \
    name::name() noexcept {}                                                  \
    name::~name() noexcept {}                                                 \
    const char *name::what() const noexcept { return "std::" #name; }
EXCEPTION(bad_exception)
EXCEPTION(bad_alloc)
EXCEPTION(bad_array_new_length)
EXCEPTION(bad_cast)
EXCEPTION(bad_typeid)

}

extern "C" {
void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
}
