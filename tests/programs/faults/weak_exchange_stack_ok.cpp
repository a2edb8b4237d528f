//@ expect: safe
//@ flags: --faults spurious-failure
// The push that tries again; and a number of 16 bytes.
#include <atomic>
#include <cassert>

struct node {
    node *next;
};
static std::atomic<node *> top;

static void push(node *one)
{
    one->next = top.load();
    while (!top.compare_exchange_weak(one->next, one))
        ;
}

int main()
{
    static node one, two;
    push(&one);
    push(&two);
    assert(top.load() == &two && two.next == &one && !one.next);
    return 0;
}
