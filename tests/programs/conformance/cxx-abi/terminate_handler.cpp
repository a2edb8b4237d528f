/* A terminate handler sees the exception and ends the program as it likes. */
#include <cstdio>
#include <cstdlib>
#include <exception>

struct Trouble {
    int n;
};
struct Local {
    ~Local() { printf("destroyed\n"); }
};

static void handler()
{
    printf("handler\n");
    std::exception_ptr current = std::current_exception();
    printf("%d\n", current != nullptr);
    try {
        if (current)
            std::rethrow_exception(current);
    } catch (Trouble &t) {
        printf("trouble %d\n", t.n);
    }
    fflush(stdout);
    std::_Exit(3);
}
static void other() {}

static void quiet() noexcept
{
    Local local;
    throw Trouble{7};
}

int main()
{
    std::terminate_handler first = std::get_terminate();
    printf("%d\n", first != nullptr);
    printf("%d\n", std::set_terminate(other) == first);
    printf("%d\n", std::set_terminate(handler) == other);
    printf("%d\n", std::get_terminate() == handler);
    quiet();
}
