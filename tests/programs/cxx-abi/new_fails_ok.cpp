//@ flags: --faults malloc
//@ expect: safe
//@ exits: 0
/* Whatever fails, what was made is destroyed, and the exception itself needs no memory
 * that could fail. */
#include <exception>
#include <new>

struct Owner {
    int *p;
    explicit Owner(int n) : p(new int(n)) {}
    Owner(const Owner &) = delete;
    ~Owner() { delete p; }
};
struct Pair {
    Owner a{1}, b{2};
};

int main()
{
    Pair *pair = nullptr;
    std::exception_ptr failure;
    try {
        pair = new Pair;
    } catch (std::bad_alloc &) {
        failure = std::current_exception();
    }
    if (!pair == !failure)
        return 1;
    delete pair;
    int *quiet = new (std::nothrow) int(3);
    delete quiet;
    return 0;
}
