//@ expect: safe
//@ skip-none
//@ stdlib: libstdc++ libc++
//@ states-max: 3
// Creating a std::thread that does nothing, and joining it.
// Ten times, while another thread is there and waits.
#include <pthread.h>
#include <semaphore.h>
#include <thread>

enum { TIMES = 10 };

static sem_t end;

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
        std::thread thread([] {});
        thread.join();
    }
    sem_post(&end);
    pthread_join(other, nullptr);
    return 0;
}
