//@ expect: safe
//@ skip-none
//@ stdlib: libstdc++ libc++
//@ states-max: 3
// An atomic read-modify-write of std::atomic.
// Ten times, while another thread is there and waits.
#include <pthread.h>
#include <semaphore.h>
#include <atomic>

enum { TIMES = 10 };

static sem_t end;
static std::atomic<int> counter;

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
        counter++;
    }
    sem_post(&end);
    pthread_join(other, nullptr);
    return 0;
}
