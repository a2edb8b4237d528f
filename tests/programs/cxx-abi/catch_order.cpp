/* The first handler that fits is taken: the base comes before what is derived from it. */
#include <cassert>

struct Error {};
struct NotFound : Error {};

int main()
{
    int which = 0;
    try {
        throw NotFound();
    } catch (const Error &) {
        which = 1;
    } catch (const NotFound &) {
        which = 2;
    }
    assert(which == 2); // expect: assert
}
