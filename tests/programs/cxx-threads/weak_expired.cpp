//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* It was there when asked, and is gone when used. */
//@ expect: null-deref
//@ expect: unreachable
#include <memory>
#include <thread>

int main()
{
    auto owner = std::make_shared<int>(5);
    std::weak_ptr<int> observer = owner;
    int seen = 5;
    std::thread t([observer, &seen] {
        if (!observer.expired())
            seen = *observer.lock();
    });
    owner.reset();
    t.join();
    return seen - 5;
}
