/* <time.h>, <sys/time.h>, <unistd.h>: reading the clock, and sleeping. How time
 * passes is in runtime/clock.c. */
#include "libc.h"
#include <augur/thread.h>
#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

enum { SECOND = 1000000000 };

/* Clocks of other processes and threads have negative numbers; each shows what
 * all others show. */
static int is_known(clockid_t clock) { return clock <= CLOCK_TAI; }

int clock_gettime(clockid_t clock, struct timespec *result)
{
    if (!is_known(clock)) {
        errno = EINVAL;
        return -1;
    }
    long now = augur_clock_read() + augur_clock_origin(clock);
    *result = (struct timespec){ now / SECOND, now % SECOND };
    return 0;
}

time_t time(time_t *result)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result)
        *result = now.tv_sec;
    return now.tv_sec;
}

clock_t clock(void) { return augur_clock_read() / (SECOND / CLOCKS_PER_SEC); }

clock_t times(struct tms *result)
{
    clock_t ticks = augur_clock_read() / (SECOND / 100);
    if (result)
        *result = (struct tms){ .tms_utime = ticks };
    return ticks;
}

int clock_getres(clockid_t clock, struct timespec *result)
{
    if (!is_known(clock)) {
        errno = EINVAL;
        return -1;
    }
    if (result)
        *result = (struct timespec){ 0, 1 };
    return 0;
}

int clock_settime(clockid_t clock, const struct timespec *time)
{
    (void)clock, (void)time;
    errno = EPERM;
    return -1;
}

int clock_getcpuclockid(pid_t pid, clockid_t *clock)
{
    (void)pid;
    *clock = CLOCK_PROCESS_CPUTIME_ID;
    return 0;
}

int timespec_get(struct timespec *result, int base)
{
    if (base != TIME_UTC)
        return 0;
    clock_gettime(CLOCK_REALTIME, result);
    return base;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *result = (struct timeval){ now.tv_sec, now.tv_nsec / 1000 };
    if (zone)
        *(struct timezone *)zone = (struct timezone){ 0, 0 };
    return 0;
}

/* ---- sleeping --------------------------------------------------------- */

/* Sleeping is no visible action: between any two of a thread's actions others may
 * run as long as they like. Returns 0 or EINTR. */
static int rest_for(const struct timespec *duration)
{
    pthread_testcancel();
    if (augur_fault(AUGUR_FAULT_EINTR))
        return EINTR;
    augur_clock_pass(duration);
    pthread_testcancel();
    return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *rest)
{
    struct timespec length = *duration;
    if (length.tv_sec < 0 || augur_bad_time(&length)) {
        errno = EINVAL;
        return -1;
    }
    if (rest_for(&length)) {
        if (rest)
            *rest = length;
        errno = EINTR;
        return -1;
    }
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration,
                    struct timespec *rest)
{
    if (!is_known(clock) || clock == CLOCK_THREAD_CPUTIME_ID || augur_bad_time(duration))
        return EINVAL;
    if (!(flags & TIMER_ABSTIME))
        return nanosleep(duration, rest) ? errno : 0;
    struct timespec deadline = *duration;
    pthread_testcancel();
    if (augur_fault(AUGUR_FAULT_EINTR))
        return EINTR;
    augur_clock_reached(clock, &deadline);
    pthread_testcancel();
    return 0;
}

int usleep(useconds_t duration)
{
    struct timespec length = { duration / 1000000, duration % 1000000 * 1000l };
    if (rest_for(&length)) {
        errno = EINTR;
        return -1;
    }
    return 0;
}

unsigned sleep(unsigned duration)
{
    struct timespec length = { duration, 0 };
    return rest_for(&length) ? duration : 0;
}
