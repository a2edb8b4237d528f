/* An exception that nobody catches: the terminate handler runs, no destructor does. */
#include <cstdio>
#include <cstdlib>
#include <exception>

struct Local {
    ~Local() { printf("destroyed\n"); }
};

int main()
{
    std::set_terminate([] {
        printf("uncaught: %d\n", std::current_exception() != nullptr);
        fflush(stdout);
        std::_Exit(4);
    });
    Local local;
    throw 1;
}
