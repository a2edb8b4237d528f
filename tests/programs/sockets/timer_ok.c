//@ expect: safe
// Reading waits for the timer, poll finds it, and by the clock one can tell that it has rung.
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static uint64_t rounds;

static int set(int fd, long milliseconds, long interval)
{
    struct itimerspec new = { { 0, interval * 1000000 }, { 0, milliseconds * 1000000 } };
    return timerfd_settime(fd, 0, &new, 0);
}

int main(void)
{
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    assert(fd >= 0 && read(fd, &rounds, sizeof rounds) == -1 && errno == EAGAIN);
    assert(!set(fd, 10, 0));
    struct pollfd ready = { fd, POLLIN, 0 };
    assert(poll(&ready, 1, 1000) == 1 && ready.revents == POLLIN);
    assert(read(fd, &rounds, sizeof rounds) == sizeof rounds && rounds == 1);
    assert(read(fd, &rounds, sizeof rounds) == -1 && errno == EAGAIN);
    assert(!set(fd, 10, 0));
    struct timespec longer = { 0, 20000000 };
    nanosleep(&longer, 0);
    assert(read(fd, &rounds, sizeof rounds) == sizeof rounds && rounds == 1);
    assert(!set(fd, 500, 0) && !set(fd, 0, 0));
    struct itimerspec now;
    assert(!timerfd_gettime(fd, &now) && !now.it_value.tv_sec && !now.it_value.tv_nsec);
    close(fd);
    int waits = timerfd_create(CLOCK_REALTIME, 0);
    assert(!set(waits, 1, 1));
    for (int i = 0; i < 2; i++)
        assert(read(waits, &rounds, sizeof rounds) == sizeof rounds && rounds >= 1);
    close(waits);
    return 0;
}
