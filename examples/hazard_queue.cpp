//@ expect: safe
//@ std: c++20
// Michael and Scott's queue, with hazard pointers: a node that was taken out is freed only when
// no thread has announced that it is about to look at it. (IEEE TPDS 15(6), 2004.)
//
// What makes it right is the second look in `protect`: between reading the pointer and
// announcing it the node may have been freed. After the announcement it is still the head, so
// whoever frees it later sees the announcement first.

#include <atomic>
#include <cassert>
#include <thread>

constexpr int THREADS = 2;

struct Node {
    int value = 0;
    std::atomic<Node *> next{nullptr};
};

static std::atomic<Node *> hazards[THREADS][2];

class Queue {
    std::atomic<Node *> head, tail;

    // Reads a pointer and keeps its node alive until the hazard is set anew.
    static Node *protect(const std::atomic<Node *> &from, std::atomic<Node *> &hazard)
    {
        for (;;) {
            Node *node = from;
            hazard = node;
            if (from == node)
                return node;
        }
    }

    // Waits for others to look elsewhere; a real queue would collect such nodes in a list.
    static void retire(Node *node)
    {
        for (auto &own : hazards)
            for (auto &hazard : own)
                while (hazard == node)
                    std::this_thread::yield();
        delete node;
    }

public:
    Queue() : head(new Node), tail(head.load()) {}
    Queue(const Queue &) = delete;

    ~Queue()
    {
        for (Node *node = head, *next; node; node = next) {
            next = node->next;
            delete node;
        }
    }

    void push(int thread, int value)
    {
        Node *node = new Node;
        node->value = value;
        for (;;) {
            Node *last = protect(tail, hazards[thread][0]);
            Node *next = last->next;
            if (next) {
                tail.compare_exchange_strong(last, next); // Somebody was slow.
            } else if (last->next.compare_exchange_strong(next, node)) {
                tail.compare_exchange_strong(last, node);
                break;
            }
        }
        hazards[thread][0] = nullptr;
    }

    bool pop(int thread, int &value)
    {
        for (;;) {
            Node *first = protect(head, hazards[thread][0]);
            Node *last = tail;
            Node *next = protect(first->next, hazards[thread][1]);
            if (!next) {
                hazards[thread][0] = nullptr;
                return false;
            }
            if (first == last) {
                tail.compare_exchange_strong(last, next);
                continue;
            }
            if (head != first)
                continue;
            value = next->value;
            Node *expected = first;
            if (!head.compare_exchange_strong(expected, next))
                continue;
            hazards[thread][0] = hazards[thread][1] = nullptr;
            retire(first);
            return true;
        }
    }
};

int main()
{
    Queue queue;
    std::atomic<int> sum{0};
    std::thread other([&] {
        int value;
        queue.push(1, 1);
        if (queue.pop(1, value))
            sum += value;
    });
    int value;
    queue.push(0, 2);
    if (queue.pop(0, value))
        sum += value;
    other.join();
    while (queue.pop(0, value))
        sum += value;
    assert(sum == 3);
}
