/* What an exception says of itself is in the report, and the stack still stands. */
#include <exception>

struct Refused : std::exception {
    const char *what() const noexcept override { return "the door is locked"; }
};

static void open(int tries)
{
    if (tries == 2)
        throw Refused(); // expect: uncaught-exception
    open(tries + 1);
}

int main()
{
    try {
        open(0);
    } catch (std::bad_exception &) {
    }
}
