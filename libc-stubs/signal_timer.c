/* <unistd.h> alarm, <sys/time.h> setitimer: signals that come when some time has passed.
 *
 * A timer rings whenever the scheduler lets its courier run, which may be late, as on a
 * real machine; not before, by the clock that the program reads. Who sleeps past the time
 * at which it is due finds that it has rung. One that repeats rings for ever: what
 * its handler counts has no end of states.
 *
 * A timer whose signal has no handler would end the program at any time, since that may
 * be slow. It is used to end a program that hangs, so it rings only where it must: when the
 * only thread sleeps longer than that, or waits for it. */
#include "signals.h"
#include <sys/time.h>
#include <unistd.h>

#define SECOND 1000000000l
#define MICROSECOND 1000l
enum { TIMERS = 3 };

static struct {
    long due, interval;    /* by our clock, in nanoseconds */
    int is_set;
    unsigned turn;         /* two bits that count how often it has rung or was set */
    int couriers;          /* one that is under way finds out what there is to do */
} timers[TIMERS];
static const int numbers[TIMERS] = { SIGALRM, SIGVTALRM, SIGPROF };
unsigned augur_timers_harmless;

int augur_signal_send_to_process(struct augur_signal signal, int from_timer);
int augur_signal_is_held(int number);

ROLE(observes) void augur_timer_judge(int number)
{
    int harmless = augur_signal_disposition(number) != AUGUR_ENDS || augur_signal_is_held(number);
    for (int i = 0; i < TIMERS; i++)
        if (numbers[i] == number) {
            augur_timers_harmless &= ~(1u << i);
            augur_timers_harmless |= (unsigned)harmless << i;
        }
}

static long nanoseconds(const struct timeval *time)
{
    return time->tv_sec < 1l << 32 ? time->tv_sec * SECOND + time->tv_usec * MICROSECOND
                                   : (1l << 32) * SECOND;
}

static struct timeval microseconds(long time)
{
    return (struct timeval){ time / SECOND, time % SECOND / MICROSECOND };
}

/* ---- ringing ---------------------------------------------------------- */

ROLE(observes) static void ring(int which)
{
    augur_clock_tick(timers[which].due);
    if (!augur_clock_is_exact())
        timers[which].due = augur_clock_now();
    timers[which].due += timers[which].interval;
    timers[which].is_set = timers[which].interval != 0;
    timers[which].turn = (timers[which].turn + 1) & 3;
    augur_signal_send_to_process(
        (struct augur_signal){ .number = numbers[which], .code = SI_KERNEL }, 1);
}

ROLE(observes) static void start(int which);

/* One that must not ring now may have to do so later. */
void augur_timer_ring(void *argument);
ROLE(observes) MASKED void augur_timer_ring(void *argument)
{
    __divine_interrupt_mask();
    int which = (const int *)argument - numbers;
    __augur_wait(&augur_timers_harmless, 1u << which, 0, AUGUR_NE, "handler", &timers[which],
                 NULL, NULL);
    timers[which].couriers = 0;
    if (timers[which].is_set)
        ring(which);
    start(which);
    __augur_end_thread();
}

static void start(int which)
{
    if (!timers[which].is_set || timers[which].couriers)
        return;
    timers[which].couriers = 1;
    __divine_new_thread(augur_timer_ring, (void *)&numbers[which]);
}

enum { REAL = ITIMER_REAL /* only this one runs while the program sleeps */ };

/* Does it ring though it ends the program? If it is due already, the program was slow. */
ROLE(observes) static int is_fatal(int is_endless)
{
    int in_sleep = augur_clock_is_exact() && augur_clock_now() <= timers[REAL].due;
    return (in_sleep || is_endless) && augur_threads.living == 1;
}

ROLE(observes) static void ring_before(long until)
{
    int is_endless = until == (long)AUGUR_FOR_EVER;
    while (timers[REAL].is_set && timers[REAL].due < until &&
           (is_endless || !(augur_self->roused & AUGUR_HANDLED))) {
        enum augur_disposition disposition = augur_signal_disposition(SIGALRM);
        int is_blocked = (augur_blocked & BIT(SIGALRM)) != 0;
        if (disposition == AUGUR_ENDS && !is_blocked && is_fatal(is_endless))
            __augur_problem(AUGUR_ABORT, "a timer rings, and its signal ends the program");
        if (disposition != AUGUR_HANDLES && !(disposition == AUGUR_ENDS && is_blocked))
            return;
        augur_timers_harmless |= 1u << REAL;
        start(REAL);
        if (is_endless)
            return;
        __augur_wait(&timers[REAL].turn, ~0u, timers[REAL].turn, AUGUR_NE, "timer",
                     &timers[REAL], NULL, &augur_self->roused);
    }
}

/* ---- setting ---------------------------------------------------------- */

/* Of one that is due something is always left. */
static struct itimerval setting(int which)
{
    struct itimerval set = { .it_interval = microseconds(timers[which].interval) };
    long left = timers[which].due - augur_clock_now();
    if (timers[which].is_set)
        set.it_value = microseconds(left > MICROSECOND ? left : MICROSECOND);
    return set;
}

ROLE(observes) static MASKED struct itimerval exchange(int which, struct itimerval new)
{
    __divine_interrupt_mask();
    struct itimerval old = setting(which);
    long value = nanoseconds(&new.it_value);
    augur_timers_first = ring_before;
    timers[which].is_set = value != 0;
    timers[which].turn = (timers[which].turn + 1) & 3;
    timers[which].due = value ? augur_clock_now() + value : 0;
    timers[which].interval = value ? nanoseconds(&new.it_interval) : 0;
    augur_timer_judge(numbers[which]);
    start(which);
    return old;
}

/* posix: setitimer alarm ualarm getitimer
 * explored: the timer rings at any time from when it is due, or is stopped before; see kill
 *   for who handles it. Who sleeps longer than that finds that it has rung. One that repeats
 *   rings without end. One whose signal ends the program does so (`abort`) where the only thread
 *   sleeps past it or waits for a handler.
 * left out: rings that end a program because it is slow, or while several threads sleep;
 *   --clock still, which does not hold back a ring that has a handler.
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
    return setting(which);
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
    return (unsigned)(old.it_value.tv_sec + (old.it_value.tv_usec >= 500000 ||
                                            (!old.it_value.tv_sec && old.it_value.tv_usec)));
}

useconds_t ualarm(useconds_t delay, useconds_t interval)
{
    struct itimerval new = { .it_value = { delay / 1000000, delay % 1000000 },
                             .it_interval = { interval / 1000000, interval % 1000000 } };
    struct itimerval old = exchange(ITIMER_REAL, new);
    return (useconds_t)(old.it_value.tv_sec * 1000000 + old.it_value.tv_usec);
}
