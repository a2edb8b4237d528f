//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* One writes, one reads, and nobody locks. */
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

template <class T, unsigned N> class Ring {
    std::array<T, N> slots{};
    std::atomic<unsigned> head{0}, tail{0};

public:
    bool push(T value)
    {
        unsigned at = tail.load(std::memory_order_relaxed), next = (at + 1) % N;
        if (next == head.load(std::memory_order_acquire))
            return false;
        slots[at] = value;
        tail.store(next, std::memory_order_release);
        return true;
    }
    bool pop(T &value)
    {
        unsigned at = head.load(std::memory_order_relaxed);
        if (at == tail.load(std::memory_order_acquire))
            return false;
        value = slots[at];
        head.store((at + 1) % N, std::memory_order_release);
        return true;
    }
};

int main()
{
    Ring<int, 2> ring;
    std::thread t([&] {
        for (int i = 1; i <= 2; i++)
            while (!ring.push(i))
                std::this_thread::yield();
    });
    for (int i = 1, n; i <= 2; i++) {
        while (!ring.pop(n))
            std::this_thread::yield();
        assert(n == i);
    }
    t.join();
}
