//@ expect: safe
//@ native: no
//@ flags: --faults malloc
/* An array whose third element cannot be made: the first two are ended. */
#include <cassert>
#include <new>

static int living;
struct Part {
    int *block = new int(1);
    Part() { living++; }
    ~Part()
    {
        living--;
        delete block;
    }
};

int main()
{
    try {
        Part *parts = new Part[3];
        assert(living == 3);
        delete[] parts;
    } catch (const std::bad_alloc &) {
    }
    assert(living == 0);
}
