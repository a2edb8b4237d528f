// A poll that waits for a signalfd and for a timer may end because the timer rings.
#include <assert.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigprocmask(SIG_BLOCK, &set, 0);
    int signals = signalfd(-1, &set, 0), timer = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec second = { { 0, 0 }, { 1, 0 } };
    timerfd_settime(timer, 0, &second, 0);
    struct pollfd list[2] = { { signals, POLLIN, 0 }, { timer, POLLIN, 0 } };
    poll(list, 2, -1);
    assert(list[0].revents == POLLIN); // expect: assert
    close(signals);
    close(timer);
    return 0;
}
