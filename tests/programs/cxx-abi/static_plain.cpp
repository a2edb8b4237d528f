/* The guard of a static variable does not protect what is done with it later. */
#include <pthread.h>

static int &counter()
{
    static int *made = new int(0);
    return *made;
}

static void *work(void *)
{
    counter()++; // expect: data-race
    return nullptr;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    work(nullptr);
    pthread_join(t, nullptr);
    return 0;
}
