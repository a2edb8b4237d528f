//@ expect: safe
// pthread_exit and cancellation run the destructors of local objects: the lock is free.
#include <cassert>
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t never;

struct Guard {
    Guard() { pthread_mutex_lock(&lock); }
    ~Guard() { pthread_mutex_unlock(&lock); }
};

static void leave()
{
    Guard guard;
    pthread_exit(nullptr);
}

static void *exits(void *unused)
{
    leave();
    return unused;
}

static void *waits(void *unused)
{
    Guard guard;
    sem_wait(&never);
    return unused;
}

int main()
{
    pthread_t a, b;
    sem_init(&never, 0, 0);
    pthread_create(&a, nullptr, exits, nullptr);
    pthread_join(a, nullptr);
    pthread_create(&b, nullptr, waits, nullptr);
    pthread_cancel(b);
    pthread_join(b, nullptr);
    assert(pthread_mutex_trylock(&lock) == 0);
    pthread_mutex_unlock(&lock);
    return 0;
}
