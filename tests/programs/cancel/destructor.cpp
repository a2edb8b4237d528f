// The destructor of a local object frees what the main thread still uses.
#include <pthread.h>
#include <semaphore.h>
static sem_t never;
static int *shared;

struct Owner {
    ~Owner() { delete shared; }
};

static void *run(void *unused)
{
    Owner owner;
    sem_wait(&never);
    return unused;
}

int main()
{
    pthread_t thread;
    shared = new int(1);
    sem_init(&never, 0, 0);
    pthread_create(&thread, nullptr, run, nullptr);
    pthread_cancel(thread);
    pthread_join(thread, nullptr);
    return *shared - 1; // expect: use-after-free
}
