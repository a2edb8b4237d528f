/* A move that promises not to throw and does, in the middle of a vector that grows. */
//@ expect: uncaught-exception
#include <vector>

struct Part {
    int n;
    explicit Part(int n) : n(n) {}
    Part(Part &&other) noexcept : n(other.n)
    {
        if (n == 2)
            throw n;
    }
};

int main()
{
    std::vector<Part> parts;
    parts.reserve(2);
    parts.emplace_back(1);
    parts.emplace_back(2);
    try {
        parts.emplace_back(3);
    } catch (int) {
    }
}
