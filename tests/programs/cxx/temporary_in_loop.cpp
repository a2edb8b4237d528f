//@ opt: O0
//@ stdlib: libstdc++ libc++
//@ std: c++20
// The loop keeps the reference, not the object that it is a part of.
//@ expect: use-after-free
//@ expect: dead-stack
#include <vector>

struct Order {
    std::vector<int> lines{1, 2, 3};
    const std::vector<int> &items() const { return lines; }
};

static Order last() { return {}; }

int main()
{
    int sum = 0;
    for (int n : last().items())
        sum += n;
    return sum - 6;
}
