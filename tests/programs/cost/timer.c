//@ expect: safe
//@ opt: O0
//@ skip-none
//@ native: no
//@ states-max: 48
// Setting a timer that has a descriptor, and reading it.
// Ten times, while another thread is there and waits.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { TIMES = 10 };

static sem_t end;

static void *wait(void *arg)
{
    sem_wait(&end);
    return arg;
}

int main(void)
{
    pthread_t other;
    struct itimerspec soon = { { 0, 0 }, { 0, 1000 } };
    int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    uint64_t rounds;
    sem_init(&end, 0, 0);
    pthread_create(&other, NULL, wait, NULL);
    for (int i = 0; i < TIMES; i++) {
        timerfd_settime(fd, 0, &soon, NULL);
        read(fd, &rounds, sizeof rounds);
    }
    sem_post(&end);
    pthread_join(other, NULL);
    close(fd);
    return 0;
}
