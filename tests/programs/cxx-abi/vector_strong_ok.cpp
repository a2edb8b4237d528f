//@ expect: safe
//@ stdlib: libstdc++ libc++
/* Elements that may throw when moved are copied: the vector stays as it was. */
#include <cassert>
#include <vector>

static int living;
struct Part {
    int n;
    explicit Part(int n) : n(n) { living++; }
    Part(const Part &other) : n(other.n)
    {
        if (n == 2)
            throw n;
        living++;
    }
    ~Part() { living--; }
};

int main()
{
    {
        std::vector<Part> parts;
        parts.reserve(2);
        parts.emplace_back(1);
        parts.emplace_back(2);
        try {
            parts.emplace_back(3);
            assert(false);
        } catch (int) {
        }
        assert(parts.size() == 2 && parts[0].n == 1 && parts[1].n == 2 && living == 2);
    }
    assert(living == 0);
}
