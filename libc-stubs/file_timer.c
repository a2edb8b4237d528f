/* <sys/timerfd.h>: timers with a descriptor; see file.h.
 *
 * A timer rings whenever the scheduler lets its courier run, which may be late, as on a real
 * machine; and it has rung by the time that the clock of the program says so. One that repeats
 * begins its next round when it is read, so that rounds which nobody reads are no new states. */
#include "file.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <sys/timerfd.h>

#define SECOND 1000000000l

struct timer {
    clockid_t clock;
    long due, interval;    /* by our clock, in nanoseconds */
    int is_set;
    int couriers;          /* one that is under way finds out what there is to do */
};

static struct timer *timer_of(int fd, struct augur_inode **inode)
{
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return NULL;
    *inode = open->inode;
    if (open->inode->kind == AUGUR_TIMER)
        return open->inode->special;
    errno = EINVAL;
    return NULL;
}

/* ---- ringing ---------------------------------------------------------- */

static void ring(struct augur_inode *inode)
{
    struct timer *timer = inode->special;
    timer->is_set = 0;
    inode->ready = 1;
    augur_poll_tell(inode, POLLIN);
}

void augur_timer_settle(struct augur_inode *inode)
{
    const struct timer *timer = inode->special;
    if (timer->is_set && augur_clock_now() >= timer->due)
        ring(inode);
}

void augur_timer_come(void *argument);
ROLE(observes) MASKED void augur_timer_come(void *argument)
{
    __divine_interrupt_mask();
    struct augur_inode *inode = argument;
    struct timer *timer = inode->special;
    timer->couriers = 0;
    if (timer->is_set) {
        augur_clock_tick(timer->due);
        ring(inode);
    }
    __augur_end_thread();
}

ROLE(observes) static void start(struct augur_inode *inode, long due)
{
    struct timer *timer = inode->special;
    timer->due = due;
    timer->is_set = 1;
    if (timer->couriers)
        return;
    timer->couriers = 1;
    __divine_new_thread(augur_timer_come, inode);
}

/* ---- the user's view -------------------------------------------------- */

static long nanoseconds(const struct timespec *time)
{
    return time->tv_sec < 1l << 32 ? time->tv_sec * SECOND + time->tv_nsec : (1l << 32) * SECOND;
}

static struct timespec as_time(long time) { return (struct timespec){ time / SECOND, time % SECOND }; }

/* Of one that is due something is always left. */
static struct itimerspec setting(const struct timer *timer)
{
    struct itimerspec set = { .it_interval = as_time(timer->interval) };
    long left = timer->is_set ? timer->due - augur_clock_now() : timer->interval;
    if (timer->is_set || timer->interval)
        set.it_value = as_time(left > 1 ? left : 1);
    return set;
}

/* posix: timerfd_create timerfd_settime timerfd_gettime
 * explored: reading waits until it has rung, at any time from when it is due; who finds by the clock
 *   that it is due finds that it has rung. One that repeats has rung once or twice since it was
 *   read. Poll and its kin; TFD_NONBLOCK.
 * left out: three rounds and more at once; clocks that are set, so TFD_TIMER_CANCEL_ON_SET
 *   changes nothing.
 * faults: io, eintr (reading)
 * accesses: r the new setting, w the old one and the count.
 * tests: sockets/timer_*.c */
MASKED int timerfd_create(clockid_t clock, int flags)
{
    __divine_interrupt_mask();
    if (flags & ~(TFD_NONBLOCK | TFD_CLOEXEC) ||
        (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME))
        return augur_fail(EINVAL);
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EMFILE);
    struct augur_inode *inode = augur_file_new(AUGUR_TIMER, 0600);
    struct timer *timer = __augur_alloc(sizeof *timer, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    timer->clock = clock;
    inode->special = timer;
    return augur_file_install(augur_open_new(inode, O_RDWR | (flags & O_NONBLOCK)), 0,
                              (flags & TFD_CLOEXEC) != 0);
}

ROLE(observes) static MASKED int set(int fd, int flags, const struct itimerspec *new,
                                     struct itimerspec *old)
{
    __divine_interrupt_mask();
    struct augur_inode *inode;
    struct timer *timer = timer_of(fd, &inode);
    if (!timer)
        return -1;
    *old = setting(timer);
    long value = nanoseconds(&new->it_value);
    timer->interval = value ? nanoseconds(&new->it_interval) : 0;
    timer->is_set = 0;
    inode->ready = 0;
    if (!value)
        return 0;
    int is_absolute = flags & TFD_TIMER_ABSTIME;
    start(inode, is_absolute ? value - augur_clock_origin(timer->clock) : augur_clock_now() + value);
    return 0;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old)
{
    struct itimerspec wanted = *new, before;
    /* Nobody sets the clock, so nothing is ever cancelled by that. */
    if (flags & ~(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET) || augur_bad_time(&wanted.it_value) ||
        augur_bad_time(&wanted.it_interval) || wanted.it_value.tv_sec < 0 || wanted.it_interval.tv_sec < 0)
        return augur_fail(EINVAL);
    if (set(fd, flags, &wanted, &before))
        return -1;
    if (old)
        *old = before;
    return 0;
}

static MASKED int get(int fd, struct itimerspec *now)
{
    __divine_interrupt_mask();
    struct augur_inode *inode;
    const struct timer *timer = timer_of(fd, &inode);
    if (!timer)
        return -1;
    *now = setting(timer);
    return 0;
}

int timerfd_gettime(int fd, struct itimerspec *now)
{
    struct itimerspec own;
    if (get(fd, &own))
        return -1;
    *now = own;
    return 0;
}

ROLE(observes) ssize_t augur_timer_read(struct augur_open *open, char *buffer, size_t size)
{
    struct augur_inode *inode = open->inode;
    struct timer *timer = inode->special;
    uint64_t rounds = 1;
    if (size < sizeof rounds)
        return augur_fail(EINVAL);
    augur_timer_settle(inode);
    if (!inode->ready && open->flags & O_NONBLOCK)
        return augur_fail(EAGAIN);
    while (!inode->ready) {
        __augur_wait(&inode->ready, ~0u, 0, AUGUR_NE, "timer", inode, NULL, augur_interruption());
        if (augur_is_cancelled_or(inode->ready != 0))
            return AUGUR_CANCELLED;
        if (augur_was_interrupted(inode->ready != 0))
            return augur_fail(EINTR);
    }
    inode->ready = 0;
    augur_poll_tell(inode, 0);
    if (timer->interval) {
        rounds += (uint64_t)__divine_choice(2);
        long due = timer->due + (long)rounds * timer->interval;
        start(inode, augur_clock_is_exact() ? due : augur_clock_now() + timer->interval);
    }
    __divine_memcpy(buffer, &rounds, sizeof rounds);
    return sizeof rounds;
}
