/* Two threads handle one exception: the object is shared. */
#include <exception>
#include <pthread.h>

struct Trouble {
    int handled = 0;
};
static std::exception_ptr shared;

static void *work(void *)
{
    try {
        std::rethrow_exception(shared);
    } catch (Trouble &t) {
        t.handled++; // expect: data-race
    }
    return nullptr;
}

int main()
{
    shared = std::make_exception_ptr(Trouble());
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    work(nullptr);
    pthread_join(t, nullptr);
}
