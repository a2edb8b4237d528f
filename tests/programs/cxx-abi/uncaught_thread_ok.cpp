//@ expect: safe
#include <cassert>
#include <exception>
#include <pthread.h>

static std::exception_ptr result;

static void *work(void *)
{
    try {
        throw 5;
    } catch (...) {
        result = std::current_exception();
    }
    return nullptr;
}

int main()
{
    int caught = 0;
    try {
        pthread_t t;
        pthread_create(&t, nullptr, work, nullptr);
        pthread_join(t, nullptr);
        std::rethrow_exception(result);
    } catch (int n) {
        caught = n;
    }
    assert(caught == 5);
}
