//@ expect: safe
/* Each thread has exceptions of its own on their way and in handlers. */
#include <cassert>
#include <exception>
#include <pthread.h>

struct Watch {
    ~Watch() { assert(std::uncaught_exceptions() == 1); }
};

static void *work(void *argument)
{
    int mine = argument ? 1 : 2;
    assert(std::current_exception() == nullptr);
    try {
        Watch w;
        throw mine;
    } catch (int &n) {
        assert(std::uncaught_exceptions() == 0);
        try {
            throw;
        } catch (int &again) {
            assert(&again == &n && n == mine);
        }
    }
    return nullptr;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, &t);
    work(nullptr);
    pthread_join(t, nullptr);
}
