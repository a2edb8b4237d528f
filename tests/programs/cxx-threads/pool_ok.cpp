//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
//@ skip-none
/* A pool with one worker, tasks with results. */
#include <cassert>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>

class Pool {
    std::queue<std::function<void()>> tasks;
    std::mutex mutex;
    std::condition_variable changed;
    bool stops = false;
    std::thread worker;

    void run()
    {
        for (;;) {
            std::function<void()> task;
            {
                std::unique_lock<std::mutex> lock(mutex);
                changed.wait(lock, [this] { return stops || !tasks.empty(); });
                if (tasks.empty())
                    return;
                task = std::move(tasks.front());
                tasks.pop();
            }
            task();
        }
    }

public:
    Pool() : worker([this] { run(); }) {}
    ~Pool()
    {
        {
            std::lock_guard<std::mutex> lock(mutex);
            stops = true;
        }
        changed.notify_one();
        worker.join();
    }
    template <class F> auto submit(F f) -> std::future<decltype(f())>
    {
        auto task = std::make_shared<std::packaged_task<decltype(f())()>>(std::move(f));
        auto result = task->get_future();
        {
            std::lock_guard<std::mutex> lock(mutex);
            tasks.emplace([task] { (*task)(); });
        }
        changed.notify_one();
        return result;
    }
};

int main()
{
    Pool pool;
    auto answer = pool.submit([] { return 6 * 7; });
    assert(answer.get() == 42);
}
