/* main would catch it, but the exception is another thread's. */
#include <pthread.h>

static void *work(void *)
{
    throw 5; // expect: uncaught-exception
}

int main()
{
    try {
        pthread_t t;
        pthread_create(&t, nullptr, work, nullptr);
        pthread_join(t, nullptr);
    } catch (int) {
    }
}
