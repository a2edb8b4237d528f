/* <sys/select.h>, <poll.h>: as many programs use them, to sleep. Waiting for
 * descriptors is `unsupported` when reached. */
#include "signals.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

/* posix: others
 * explored: without descriptors they sleep, see nanosleep; a handler ends them, whatever SA_RESTART
 *   says. Without an end they wait for a handler. pselect has its mask meanwhile. select tells
 *   what is left, as Linux does.
 * left out: waiting for descriptors (`unsupported`).
 * faults: eintr
 * accesses: r the duration, w what is left.
 * tests: signals/poll_interrupted.c signals/poll_interrupted_ok.c signals/pselect*.c
 *   time/select_left*.c threads/idle_ok.c */

/* Without an end nothing but a handler ends it. */
static int rest_until(const struct timespec *duration, const sigset_t *mask)
{
    if (duration)
        return mask ? augur_sleep_with_mask(duration, mask->__val[0]) : nanosleep(duration, NULL);
    return mask ? sigsuspend(mask) : pause();
}

int select(int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others,
           struct timeval *restrict timeout)
{
    if (count && (reads || writes || others))
        __augur_unsupported("select: waiting for descriptors");
    if (!timeout)
        return rest_until(NULL, NULL);
    struct timespec duration = { timeout->tv_sec + timeout->tv_usec / 1000000,
                                 timeout->tv_usec % 1000000 * 1000 };
    struct timespec left = { 0, 0 };
    int error = nanosleep(&duration, &left);
    if (!error || errno == EINTR)
        *timeout = (struct timeval){ left.tv_sec, left.tv_nsec / 1000 };
    return error;
}

int pselect(int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others,
            const struct timespec *restrict timeout, const sigset_t *restrict mask)
{
    if (count && (reads || writes || others))
        __augur_unsupported("pselect: waiting for descriptors");
    return rest_until(timeout, mask);
}

int poll(struct pollfd *descriptors, nfds_t count, int milliseconds)
{
    (void)descriptors;
    if (count)
        __augur_unsupported("poll: waiting for descriptors");
    struct timespec duration = { milliseconds / 1000, milliseconds % 1000 * 1000000l };
    return rest_until(milliseconds < 0 ? NULL : &duration, NULL);
}
