//@ stdlib: libstdc++ libc++
// Two that own each other are never freed.
//@ expect: leak
#include <memory>

struct Node {
    std::shared_ptr<Node> other;
};

int main()
{
    auto a = std::make_shared<Node>();
    a->other = std::make_shared<Node>();
    a->other->other = a;
}
