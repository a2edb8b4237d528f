/* The second time nobody catches it: reported where it is thrown again. */
#include <exception>

static std::exception_ptr kept;

static void later()
{
    std::rethrow_exception(kept); // expect: uncaught-exception
}

int main()
{
    try {
        throw 'x';
    } catch (...) {
        kept = std::current_exception();
    }
    later();
}
