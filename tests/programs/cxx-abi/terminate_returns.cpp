#include <exception>

static void handler() {}

int main()
{
    std::set_terminate(handler);
    throw 1; // expect: abort
}
