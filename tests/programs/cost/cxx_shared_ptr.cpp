//@ expect: safe
//@ skip-none
//@ stdlib: libstdc++ libc++
//@ states-max: 3
// Copying a std::shared_ptr that others can reach: its count goes up, and down again.
// Ten times, while another thread is there and waits.
#include <pthread.h>
#include <semaphore.h>
#include <memory>

enum { TIMES = 10 };

static sem_t end;
static std::shared_ptr<int> pointer = std::make_shared<int>(1);

static void *wait(void *arg)
{
    sem_wait(&end);
    return arg;
}

int main()
{
    pthread_t other;
    sem_init(&end, 0, 0);
    pthread_create(&other, nullptr, wait, nullptr);
    for (int i = 0; i < TIMES; i++) {
        std::shared_ptr<int> copy = pointer;
    }
    sem_post(&end);
    pthread_join(other, nullptr);
    return 0;
}
