//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* A blocking queue that is closed: everything arrives, nobody waits for ever. */
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

template <class T> class Queue {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<T> elements;
    bool closed = false;

public:
    void push(T element)
    {
        {
            std::lock_guard<std::mutex> lock(mutex);
            elements.push_back(std::move(element));
        }
        changed.notify_one();
    }
    void close()
    {
        {
            std::lock_guard<std::mutex> lock(mutex);
            closed = true;
        }
        changed.notify_all();
    }
    std::optional<T> pop()
    {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [this] { return closed || !elements.empty(); });
        if (elements.empty())
            return std::nullopt;
        T element = std::move(elements.front());
        elements.pop_front();
        return element;
    }
};

int main()
{
    Queue<int> queue;
    int sum = 0;
    std::thread t([&] {
        while (auto n = queue.pop())
            sum += *n;
    });
    queue.push(1);
    queue.push(2);
    queue.close();
    t.join();
    assert(sum == 3);
}
