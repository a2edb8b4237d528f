//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* The observer has the object, or knows that it is gone. */
#include <cassert>
#include <memory>
#include <thread>

int main()
{
    auto owner = std::make_shared<int>(5);
    std::weak_ptr<int> observer = owner;
    std::thread t([observer] {
        if (auto mine = observer.lock())
            assert(*mine == 5);
    });
    owner.reset();
    t.join();
    assert(observer.expired());
}
