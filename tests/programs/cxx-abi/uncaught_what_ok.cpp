//@ expect: safe
#include <cassert>
#include <cstring>
#include <exception>

struct Refused : std::exception {
    const char *what() const noexcept override { return "the door is locked"; }
};

static void open(int tries)
{
    if (tries == 2)
        throw Refused();
    open(tries + 1);
}

int main()
{
    try {
        open(0);
    } catch (std::exception &e) {
        assert(!std::strcmp(e.what(), "the door is locked"));
    }
}
