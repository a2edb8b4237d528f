// A timer may ring before a thread has done what takes no time.
#include <assert.h>
#include <stdatomic.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static atomic_int done;

static void *works(void *unused)
{
    done = 1;
    return unused;
}

int main(void)
{
    int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec second = { { 0 }, { 1, 0 } };
    if (fd < 0 || timerfd_settime(fd, 0, &second, 0))
        return 0;
    pthread_t thread;
    pthread_create(&thread, 0, works, 0);
    uint64_t rounds;
    if (read(fd, &rounds, sizeof rounds) == sizeof rounds)
        assert(done); // expect: assert
    pthread_join(thread, 0);
    close(fd);
    return 0;
}
