//@ std: c++20
// The FIFO of fifo.cpp with one line in the wrong place: a slot is published before it is
// filled. Most of the time the producer is quick enough.

#include <atomic>
#include <cassert>
#include <thread>

template <typename T, int NODE_SLOTS = 2> class Fifo {
    struct Node {
        T slots[NODE_SLOTS];
        std::atomic<int> written{0}; // Slots below are the consumer's.
        int read = 0;                // The consumer's own count.
        std::atomic<Node *> next{nullptr};
    };

    Node *head; // The consumer's.
    Node *tail; // The producer's.

public:
    Fifo() : head(new Node), tail(head) {}
    Fifo(const Fifo &) = delete;

    ~Fifo()
    {
        while (head) {
            Node *next = head->next;
            delete head;
            head = next;
        }
    }

    void push(const T &value)
    {
        if (tail->written == NODE_SLOTS) {
            Node *node = new Node;
            node->slots[0] = value;
            node->written = 1;
            Node *last = tail;
            tail = node;
            last->next = node; // From here on `last` may be gone.
            return;
        }
        int at = tail->written++;
        tail->slots[at] = value; // expect: data-race
    }

    bool pop(T &value)
    {
        if (head->read == NODE_SLOTS) {
            Node *next = head->next;
            if (!next)
                return false;
            delete head;
            head = next;
        }
        if (head->read == head->written)
            return false;
        value = head->slots[head->read++]; // expect: data-race
        return true;
    }
};

int main()
{
    constexpr int COUNT = 3;
    Fifo<int> fifo;
    std::thread producer([&] {
        for (int i = 1; i <= COUNT; i++)
            fifo.push(i);
    });
    for (int expected = 1, seen; expected <= COUNT;) {
        if (!fifo.pop(seen))
            continue;
        assert(seen == expected); // expect: uninit
        expected++;
    }
    producer.join();
    int rest;
    assert(!fifo.pop(rest));
}
