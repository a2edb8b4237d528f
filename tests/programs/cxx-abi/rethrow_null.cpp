#include <exception>

int main()
{
    std::exception_ptr nothing = std::current_exception();
    try {
        std::rethrow_exception(nothing); // expect: abort
    } catch (...) {
    }
}
