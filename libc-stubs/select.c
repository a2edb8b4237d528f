/* <sys/select.h>, <poll.h>: as many programs use them, to sleep. Waiting for
 * descriptors is `unsupported` when reached. */
#include "libc.h"
#include <augur/thread.h>
#include <errno.h>
#include <poll.h>
#include <sys/select.h>
#include <time.h>

static int rest_until(int is_endless, const struct timespec *duration)
{
    if (is_endless)
        __augur_unsupported("select or poll without descriptors and without end");
    return nanosleep(duration, NULL);
}

int select(int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others,
           struct timeval *restrict timeout)
{
    if (count && (reads || writes || others))
        __augur_unsupported("select: waiting for descriptors");
    struct timespec duration = { 0 };
    if (timeout)
        duration = (struct timespec){ timeout->tv_sec, timeout->tv_usec * 1000 };
    return rest_until(!timeout, &duration);
}

int pselect(int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others,
            const struct timespec *restrict timeout, const sigset_t *restrict mask)
{
    (void)mask;
    if (count && (reads || writes || others))
        __augur_unsupported("pselect: waiting for descriptors");
    return rest_until(!timeout, timeout);
}

int poll(struct pollfd *descriptors, nfds_t count, int milliseconds)
{
    (void)descriptors;
    if (count)
        __augur_unsupported("poll: waiting for descriptors");
    struct timespec duration = { milliseconds / 1000, milliseconds % 1000 * 1000000l };
    return rest_until(milliseconds < 0, &duration);
}
