/* A thread that is cancelled in a noexcept function cannot be unwound. */
//@ expect: uncaught-exception
#include <pthread.h>
#include <unistd.h>

__attribute__((noinline)) static void wait() noexcept { pause(); }
static void *work(void *)
{
    wait();
    return nullptr;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    pthread_cancel(t);
    pthread_join(t, nullptr);
}
