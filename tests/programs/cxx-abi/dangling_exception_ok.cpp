//@ expect: safe
#include <exception>
struct Trouble {
    int why = 3;
};

int main()
{
    const Trouble *last = nullptr;
    std::exception_ptr keeps;
    try {
        throw Trouble();
    } catch (const Trouble &t) {
        last = &t;
        keeps = std::current_exception();
    }
    return last->why - 3;
}
