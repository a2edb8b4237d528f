//@ expect: safe
//@ stdlib: libstdc++ libc++
// The way back does not own.
#include <memory>

struct Node {
    std::shared_ptr<Node> other;
    std::weak_ptr<Node> back;
};

int main()
{
    auto a = std::make_shared<Node>();
    a->other = std::make_shared<Node>();
    a->other->back = a;
    return a->other->back.lock() == a ? 0 : 1;
}
