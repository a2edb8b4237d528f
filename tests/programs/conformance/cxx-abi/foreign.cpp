/* Exceptions of another language: `catch (...)` takes them, handlers for types do not. */
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <unwind.h>

struct Local {
    const char *name;
    ~Local() { printf("~%s\n", name); }
};

static void deleted(_Unwind_Reason_Code reason, _Unwind_Exception *e)
{
    printf("deleted %d\n", reason == _URC_FOREIGN_EXCEPTION_CAUGHT);
    std::free(e);
}

static void raise()
{
    Local local{"raise"};
    auto *e = (_Unwind_Exception *)std::aligned_alloc(16, sizeof(_Unwind_Exception));
    *e = _Unwind_Exception();
    e->exception_class = 0x4d494e454d494e45;
    e->exception_cleanup = deleted;
    printf("nobody: %d\n", _Unwind_RaiseException(e) == _URC_END_OF_STACK);
    std::free(e);
}

static void passes()
{
    Local local{"passes"};
    try {
        raise();
    } catch (int) {
        printf("never\n");
    } catch (std::exception &) {
        printf("never\n");
    }
}

static void again()
{
    try {
        passes();
    } catch (...) {
        printf("again, no pointer: %d\n", std::current_exception() == nullptr);
        throw;
    }
}

int main()
{
    try {
        passes();
    } catch (...) {
        printf("caught\n");
    }
    try {
        again();
    } catch (...) {
        printf("caught\n");
        try {
            throw 1;
        } catch (int n) {
            printf("inside %d\n", n);
        }
    }
    return 0;
}
