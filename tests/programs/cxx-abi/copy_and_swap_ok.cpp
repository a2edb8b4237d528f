//@ expect: safe
//@ native: no
//@ stdlib: libstdc++ libc++
//@ flags: --faults malloc
/* All or nothing: the copy is made first. */
#include <cassert>
#include <new>
#include <string>
#include <vector>

class Names {
    std::vector<std::string> names;

public:
    void add(const char *name) { names.emplace_back(name); }
    Names &operator=(const Names &other)
    {
        std::vector<std::string> copy(other.names);
        names.swap(copy);
        return *this;
    }
    std::size_t size() const { return names.size(); }
};

int main()
{
    Names mine, others;
    try {
        mine.add("one");
        others.add("a name that is too long to be inside the object");
        others.add("two");
        try {
            mine = others;
            assert(mine.size() == 2);
        } catch (const std::bad_alloc &) {
            assert(mine.size() == 1);
        }
    } catch (const std::bad_alloc &) {
    }
}
