//@ expect: safe
// A poll waits for a signalfd and for what the library's own threads bring: a timer's ring, and an
// alarm. TFD_TIMER_CANCEL_ON_SET changes nothing where nobody sets the clock.
#include <assert.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, 0);
    int signals = signalfd(-1, &set, 0), timer = timerfd_create(CLOCK_REALTIME, 0);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct itimerspec first = { { 0, 0 }, { now.tv_sec, now.tv_nsec } };
    assert(!timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &first, 0));
    struct pollfd list[2] = { { signals, POLLIN, 0 }, { timer, POLLIN, 0 } };
    assert(poll(list, 2, -1) == 1 && !list[0].revents && list[1].revents == POLLIN);
    uint64_t rounds;
    assert(read(timer, &rounds, sizeof rounds) == sizeof rounds && rounds == 1);
    alarm(1);
    assert(poll(list, 2, -1) == 1 && list[0].revents == POLLIN && !list[1].revents);
    struct signalfd_siginfo info;
    assert(read(signals, &info, sizeof info) == sizeof info && info.ssi_signo == SIGALRM);
    close(signals);
    close(timer);
    return 0;
}
