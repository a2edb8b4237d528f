//@ expect: safe
//@ native: no
//@ stdlib: libstdc++ libc++
//@ flags: --faults malloc
/* Members that own are ended if a later one cannot be made. */
#include <memory>
#include <new>

struct Owner {
    std::unique_ptr<int> first;
    std::shared_ptr<int> shared;
    Owner() : first(std::make_unique<int>(1)), shared(std::make_shared<int>(2)) {}
};

int main()
{
    try {
        Owner owner;
    } catch (const std::bad_alloc &) {
    }
}
