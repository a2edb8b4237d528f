//@ expect: safe
/* Copies of an exception_ptr are counted; the last one destroys the object, once. */
#include <atomic>
#include <cassert>
#include <exception>
#include <pthread.h>

static std::atomic<int> alive, handled;
struct Trouble {
    Trouble() { alive++; }
    Trouble(const Trouble &) { alive++; }
    ~Trouble() { alive--; }
};

static void *work(void *argument)
{
    std::exception_ptr *mine = (std::exception_ptr *)argument;
    try {
        std::rethrow_exception(*mine);
    } catch (Trouble &) {
        handled++;
    }
    *mine = nullptr;
    return nullptr;
}

int main()
{
    std::exception_ptr first = std::make_exception_ptr(Trouble()), second = first;
    pthread_t t;
    pthread_create(&t, nullptr, work, &first);
    work(&second);
    pthread_join(t, nullptr);
    assert(alive == 0 && handled == 2);
}
