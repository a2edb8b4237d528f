/* Leaving a thread passes every `catch (...)`, which must not keep it. */
#include <pthread.h>

static void *work(void *)
{
    try {
        pthread_exit(nullptr);
    } catch (...) {
    } // expect: abort
    return nullptr;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    pthread_join(t, nullptr);
}
