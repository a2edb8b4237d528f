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

/* posix: time clock_gettime gettimeofday timespec_get
 * explored: a look shows what threads have slept or waited in vain, in every order of their waking,
 *   or 500 s more (a choice, while the clock has moved less than six times); it never goes back.
 * left out: any other time between two looks; once several threads have slept, every look after
 *   a sleep is a month later from the seventh move of the clock on, and so it is if one thread
 *   has slept sixteen times without a look; what follows when the program has slept and looked
 *   256 times (`limit`);
 *   clocks that are set, leap seconds, clocks of different speed; results of EINVAL and EFAULT.
 * accesses: w the result.
 * tests: time/deadline.c time/passes_ok.c time/watched_sleeps_ok.c time/sleep_in_loop.c
 *   time/sleep_in_loop_ok.c time/polls.c time/polls_ok.c time/for_ever.c time/sum_of_sleeps.c time/sum_of_sleeps_ok.c races:time
 *   races:gettimeofday races:clock_gettime races:timespec_get */

/* posix: clock times
 * explored: the processor's time stands still while the program sleeps; a look at it may find that the
 *   program has worked for 500 s (a choice, as above), which are real time, too.
 * left out: work of other lengths, threads that work at the same time, time of the system, of
 *   children, and of each thread apart.
 * accesses: w the result.
 * tests: time/cpu_clock.c time/cpu_clock_ok.c races:times */

/* posix: nanosleep clock_nanosleep usleep sleep
 * explored: wakes at its deadline or later, in any order with others, whatever their deadlines; two
 *   threads can sleep at the same time or one after the other. A handler ends it, whatever
 *   SA_RESTART says: what is left is what the clock says, or next to nothing. A timer that is due
 *   before rings before.
 * left out: being late by other times than deadlines of others, leaps and months (see time); with
 *   the fault the whole duration is left.
 * faults: eintr
 * accesses: r the duration, w what is left.
 * tests: time/parallel_sleeps.c time/parallel_sleeps_ok.c time/unequal_sleeps_ok.c
 *   time/three_sleeps_ok.c time/century.c time/centuries.c time/for_ever_unseen_ok.c
 *   signals/sleep_*.c
 *   races:nanosleep races:clock_nanosleep */

/* posix: clock_getres clock_settime clock_getcpuclockid
 * explored: the clocks tick in nanoseconds and cannot be set (EPERM).
 * left out: coarser clocks; setting them.
 * accesses: w the result.
 * tests: races:clock_getres */

/* Those that stand still while the program sleeps: of the process, of this and of other
 * threads. */
static int is_busy(clockid_t clock)
{
    return clock < 0 || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
}

int clock_gettime(clockid_t clock, struct timespec *result)
{
    if (!is_known(clock)) {
        errno = EINVAL;
        return -1;
    }
    long now = augur_clock_read(is_busy(clock)) + augur_clock_origin(clock);
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

clock_t clock(void) { return augur_clock_read(1) / (SECOND / CLOCKS_PER_SEC); }

clock_t times(struct tms *result)
{
    enum { TICK = SECOND / 100 };
    if (result)
        *result = (struct tms){ .tms_utime = augur_clock_read(1) / TICK };
    return (augur_clock_read(0) + augur_clock_origin(CLOCK_MONOTONIC)) / TICK;
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

static MASKED int is_roused_until(clockid_t clock, const struct timespec *deadline)
{
    __divine_interrupt_mask();
    return augur_is_roused_until(augur_clock_deadline(clock, deadline));
}

/* Sleeps unless a handler ends it. Tells how many nanoseconds are left then, else 0. */
static MASKED long rest_lightly(long sleep, const struct timespec *duration)
{
    __divine_interrupt_mask();
    if (augur_is_roused_until(augur_clock_end(sleep)))
        return augur_clock_left(sleep, duration);
    if (sleep)
        augur_clock_wake(sleep);
    return 0;
}

/* Sleeping is no visible action, unless the program can tell the time or has handlers:
 * between any two of a thread's actions others may run as long as they like. Tells how much
 * is left if it was interrupted. */
static struct timespec rest_for(const struct timespec *duration)
{
    struct timespec left = { 0, 0 };
    pthread_testcancel();
    if (augur_fault(AUGUR_FAULT_EINTR))
        return *duration;
    if (augur_rests_lightly() && (duration->tv_sec || duration->tv_nsec)) {
        long rest = rest_lightly(augur_clock_sleep(duration), duration);
        left = (struct timespec){ rest / SECOND, rest % SECOND };
    } else
        augur_clock_pass(duration);
    pthread_testcancel();
    return left;
}

static int is_left(const struct timespec *time) { return time->tv_sec || time->tv_nsec; }

int nanosleep(const struct timespec *duration, struct timespec *rest)
{
    struct timespec length = *duration;
    if (length.tv_sec < 0 || augur_bad_time(&length)) {
        errno = EINVAL;
        return -1;
    }
    struct timespec left = rest_for(&length);
    if (is_left(&left)) {
        if (rest)
            *rest = left;
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
    if (augur_rests_lightly() && is_roused_until(clock, &deadline))
        return EINTR;
    augur_clock_reached(clock, &deadline);
    pthread_testcancel();
    return 0;
}

int usleep(useconds_t duration)
{
    struct timespec length = { duration / 1000000, duration % 1000000 * 1000l };
    struct timespec left = rest_for(&length);
    if (is_left(&left)) {
        errno = EINTR;
        return -1;
    }
    return 0;
}

/* Whole seconds are left, so it may be interrupted and none is. */
unsigned sleep(unsigned duration)
{
    struct timespec length = { duration, 0 };
    return (unsigned)rest_for(&length).tv_sec;
}
