//@ stdlib: libstdc++ libc++
//@ flags: --faults malloc
/* The plain pointer is made first, and its owner may not come about. */
//@ opt: O0
//@ expect: leak
#include <memory>
#include <new>

struct Owner {
    int *plain;
    std::shared_ptr<int> shared;
    Owner() : plain(new int(1)), shared(std::make_shared<int>(2)) {}
    ~Owner() { delete plain; }
};

int main()
{
    try {
        Owner owner;
    } catch (const std::bad_alloc &) {
    }
}
