/* <unistd.h> alarm, <sys/time.h> setitimer: signals that come when some time has passed.
 *
 * A timer rings whenever the scheduler lets its courier run, which may be late, as on a
 * real machine; not before, by the clock that the program reads. One that repeats does so
 * RINGS_MAX times. */
#include "signals.h"
#include <sys/time.h>
#include <unistd.h>

enum { TIMERS = 3, RINGS_MAX = 3 };

static struct {
    struct itimerval set;
    int rings;       /* how often it will still ring */
    int couriers;    /* one that is under way finds out what there is to do */
} timers[TIMERS];
static const int numbers[TIMERS] = { SIGALRM, SIGVTALRM, SIGPROF };

int augur_signal_send_to_process(struct augur_signal signal, int from_timer);

static struct timespec until_next(const struct timeval *time)
{
    return (struct timespec){ time->tv_sec, time->tv_usec * 1000 };
}

/* What a program that has no handler uses it for is to be ended if it hangs. */
void augur_timer_ring(void *argument);
ROLE(observes) MASKED void augur_timer_ring(void *argument)
{
    __divine_interrupt_mask();
    int which = (const int *)argument - numbers;
    timers[which].couriers = 0;
    if (timers[which].rings && augur_signal_disposition(numbers[which]) != AUGUR_ENDS) {
        struct timespec passed = until_next(&timers[which].set.it_value);
        augur_clock_pass(&passed);
        timers[which].set.it_value = timers[which].set.it_interval;
        timers[which].rings--;
        augur_signal_send_to_process(
            (struct augur_signal){ .number = numbers[which], .code = SI_KERNEL }, 1);
        if (timers[which].rings) {
            timers[which].couriers = 1;
            __divine_new_thread(augur_timer_ring, (void *)&numbers[which]);
        }
    }
    __augur_end_thread();
}

static int is_set(const struct timeval *time) { return time->tv_sec || time->tv_usec; }

ROLE(observes) static MASKED struct itimerval exchange(int which, struct itimerval new)
{
    __divine_interrupt_mask();
    struct itimerval old = timers[which].set;
    timers[which].set = new;
    timers[which].rings =
        !is_set(&new.it_value) ? 0 : is_set(&new.it_interval) ? RINGS_MAX : 1;
    if (timers[which].rings && !timers[which].couriers) {
        timers[which].couriers = 1;
        __divine_new_thread(augur_timer_ring, (void *)&numbers[which]);
    }
    return old;
}

/* posix: setitimer alarm ualarm getitimer
 * explored: the timer rings at any time from when it is due, or is stopped before; see kill
 *   for who handles it. One that repeats rings three times.
 * left out: the time that is left (told as the whole time); more rings; a timer whose signal
 *   ends the program does not ring.
 * accesses: r the new setting, w the old one.
 * tests: signals/alarm_*.c signals/timer_*.c */
int setitimer(__itimer_which_t which, const struct itimerval *restrict new,
              struct itimerval *restrict old)
{
    if ((unsigned)which >= TIMERS || new->it_value.tv_usec < 0 ||
        new->it_value.tv_usec > 999999 || new->it_interval.tv_usec < 0 ||
        new->it_interval.tv_usec > 999999)
        return augur_signal_fail(EINVAL);
    struct itimerval before = exchange(which, *new);
    if (old)
        *old = before;
    return 0;
}

static MASKED struct itimerval now(int which)
{
    __divine_interrupt_mask();
    return timers[which].set;
}

int getitimer(__itimer_which_t which, struct itimerval *value)
{
    if ((unsigned)which >= TIMERS)
        return augur_signal_fail(EINVAL);
    *value = now(which);
    return 0;
}

unsigned alarm(unsigned seconds)
{
    struct itimerval new = { .it_value.tv_sec = seconds };
    struct itimerval old = exchange(ITIMER_REAL, new);
    return (unsigned)old.it_value.tv_sec + (old.it_value.tv_usec > 0);
}

useconds_t ualarm(useconds_t delay, useconds_t interval)
{
    struct itimerval new = { .it_value = { delay / 1000000, delay % 1000000 },
                             .it_interval = { interval / 1000000, interval % 1000000 } };
    struct itimerval old = exchange(ITIMER_REAL, new);
    return (useconds_t)(old.it_value.tv_sec * 1000000 + old.it_value.tv_usec);
}
