//@ flags: --faults spurious-failure
// A stack whose push does not try again loses an element.
#include <atomic>
#include <cassert>

struct node {
    node *next;
};
static std::atomic<node *> top;

static bool push(node *one)
{
    one->next = top.load();
    return top.compare_exchange_weak(one->next, one);
}

int main()
{
    static node one;
    push(&one);
    assert(top.load() == &one); // expect: assert
    return 0;
}
