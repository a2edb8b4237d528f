//@ expect: safe
//@ native: no
//@ stdlib: libstdc++ libc++
//@ flags: --faults malloc
/* What cannot be inserted is not there, and everything else is. */
#include <cassert>
#include <map>
#include <new>

int main()
{
    std::map<int, int> squares;
    int inserted = 0;
    try {
        for (int i = 0; i < 3; i++) {
            squares[i] = i * i;
            inserted++;
        }
    } catch (const std::bad_alloc &) {
    }
    assert(squares.size() == static_cast<unsigned>(inserted) && squares.count(inserted) == 0);
}
