/* How time passes.
 *
 * A program may be as slow as it likes, so between two readings of the clock any
 * time may have gone by. All of them would make every state new; what matters to a
 * program is whether enough time has passed for whatever it waits for. So the clock
 * moves only when it is looked at, and then in one of two ways:
 *
 *   - by as much as was slept, or waited in vain, since the last look;
 *   - by a leap, long enough for most deadlines, if the choice falls on it.
 *
 * The number of moves is bounded, which makes the clock a finite thing: after that
 * it stands still, and what only more time would bring about is not explored. The first look never leaps (all times are relative to it), and
 * before it nothing is remembered, so a program that only asks for a seed pays
 * nothing, nor does one that only sleeps. */
#include <augur/thread.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

#pragma weak clock
#pragma weak clock_gettime
#pragma weak gettimeofday
#pragma weak time
#pragma weak times
#pragma weak timespec_get

/* The clocks of the C++ libraries. */
#define CLOCK(name, symbol) extern void name(void) __asm__(symbol) __attribute__((weak))
CLOCK(steady_now, "_ZNSt3__16chrono12steady_clock3nowEv");
CLOCK(system_now, "_ZNSt3__16chrono12system_clock3nowEv");
CLOCK(gnu_steady_now, "_ZNSt6chrono3_V212steady_clock3nowEv");
CLOCK(gnu_system_now, "_ZNSt6chrono3_V212system_clock3nowEv");

/* Does the program name a function that reads the clock? If not, nobody can tell
 * how long anything takes, and sleeping touches nothing. */
static int is_watched(void)
{
    return time || clock_gettime || gettimeofday || clock || timespec_get || times ||
           steady_now || system_now || gnu_steady_now || gnu_system_now;
}

#define SECOND 1000000000l
#define LEAP (500 * SECOND)
enum { MOVES_MAX = 6, SLEEPS_MAX = 3 };

static struct {
    long now;        /* nanoseconds since the start, as last seen */
    long slept;      /* what must be added at the next look */
    short sleeps;    /* how many sleeps that was */
    short moves;     /* how often the clock has moved */
    short seen;
} clock_state;

/* The first of January 2024 for dates, 1000 s for what counts from start-up. */
long augur_clock_origin(clockid_t clock)
{
    switch (clock) {
    case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: case CLOCK_REALTIME_ALARM: case CLOCK_TAI:
        return 1704067200 * SECOND;
    case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_RAW: case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME: case CLOCK_BOOTTIME_ALARM:
        return 1000 * SECOND;
    default:
        return 0;
    }
}

MASKED long augur_clock_read(void)
{
    __divine_interrupt_mask();
    if (!clock_state.seen) {
        clock_state.seen = 1;
        return clock_state.now;
    }
    if (clock_state.slept) {
        clock_state.now += clock_state.slept;
        clock_state.moves++;
        clock_state.slept = 0;
        clock_state.sleeps = 0;
    }
    if (clock_state.moves < MOVES_MAX && __divine_choice(2)) {
        clock_state.now += LEAP;
        clock_state.moves++;
    }
    return clock_state.now;
}

/* Many short sleeps without a look at the clock become one long one. */
static void sleep_until(long time)
{
    if (!clock_state.seen || clock_state.moves == MOVES_MAX ||
        time <= clock_state.now + clock_state.slept || clock_state.sleeps == SLEEPS_MAX)
        return;
    clock_state.slept = time - clock_state.now;
    if (++clock_state.sleeps == SLEEPS_MAX && clock_state.slept < LEAP)
        clock_state.slept = LEAP;
}

static long nanoseconds(const struct timespec *time)
{
    long seconds_max = 1l << 33;
    return (time->tv_sec < seconds_max ? time->tv_sec : seconds_max) * SECOND + time->tv_nsec;
}

MASKED void augur_clock_pass(const struct timespec *duration)
{
    __divine_interrupt_mask();
    if (!is_watched())
        return;
    sleep_until(clock_state.now + clock_state.slept + nanoseconds(duration));
}

MASKED void augur_clock_reached(clockid_t clock, const struct timespec *deadline)
{
    __divine_interrupt_mask();
    if (is_watched())
        sleep_until(nanoseconds(deadline) - augur_clock_origin(clock));
}
