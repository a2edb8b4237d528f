//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ skip-none
/* Copies in two threads: the last one destroys the object, once. */
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<int> alive;
struct Node {
    Node() { alive++; }
    ~Node() { alive--; }
};

int main()
{
    std::weak_ptr<Node> weak;
    {
        auto first = std::make_shared<Node>();
        weak = first;
        std::thread t([copy = first]() mutable { copy.reset(); });
        if (auto again = weak.lock())
            assert(alive == 1);
        first.reset();
        t.join();
    }
    assert(alive == 0 && weak.expired());
}
