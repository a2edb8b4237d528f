/* How time passes.
 *
 * A program may be as slow as it likes, so between two readings of the clock any
 * time may have gone by. All of them would make every state new; what matters to a
 * program is whether enough time has passed for whatever it waits for. So the clock
 * moves only in these ways:
 *
 *   - a thread that sleeps, or waits in vain, has a deadline; when it goes on, the clock
 *     has reached it, or is further already. Who goes on first is not decided by the
 *     deadlines: a thread may be late. So the clock moves to the earliest deadline or to
 *     any later one, two threads that sleep at once need as long as the longer sleep, or
 *     as both together, or anything in between that deadlines make;
 *   - a look at the clock makes it leap, long enough for most deadlines, if the choice
 *     falls on it (never with --clock still).
 *
 * This is kept finite, and a program is never shown less time than it has slept:
 *
 *   - the first six moves are exact. If only one thread has slept, so are all that are
 *     looked at before the next, and sixteen that are not (two that are ticks of a timer);
 *   - from then on threads are late: sleeps, whatever their number, move the clock by one
 *     month, and only when it is looked at. Looks do not leap any more. (Who sleeps for more
 *     than a month in several sleeps that nobody watches is shown too little.)
 *   - a program that sleeps and looks without end has no end of states. After 256 such
 *     looks, or in the far future, an execution that looks again is given up, and the
 *     outcome is `limit`.
 *
 * The first look never leaps (all times are relative to it), and before it nothing is
 * remembered, so a program that only asks for a seed pays nothing, nor does one that only
 * sleeps. */
#include <augur/thread.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <time.h>

#pragma weak clock
#pragma weak clock_gettime
#pragma weak getrusage
#pragma weak sysinfo
#pragma weak gettimeofday
#pragma weak time
#pragma weak times
#pragma weak timespec_get
#pragma weak timerfd_settime

/* The clocks of the C++ libraries. */
#define CLOCK(name, symbol) extern void name(void) __asm__(symbol) __attribute__((weak))
CLOCK(steady_now, "_ZNSt3__16chrono12steady_clock3nowEv");
CLOCK(system_now, "_ZNSt3__16chrono12system_clock3nowEv");
CLOCK(gnu_steady_now, "_ZNSt6chrono3_V212steady_clock3nowEv");
CLOCK(gnu_system_now, "_ZNSt6chrono3_V212system_clock3nowEv");

/* Does the program name a function that reads the clock, or a timer? If not, nobody can
 * tell how long anything takes, and sleeping touches nothing. */
static int is_watched(void)
{
    return augur_has_timers() || timerfd_settime || time || clock_gettime || gettimeofday || clock || timespec_get || times ||
           getrusage || sysinfo || steady_now || system_now || gnu_steady_now || gnu_system_now;
}

#define SECOND 1000000000l
#define LEAP (500 * SECOND)
#define DAY (86400 * SECOND)
#define MONTH (30 * DAY)
/* In a long fit the horizon and an origin, or the horizon and the longest sleep. */
#define HORIZON (140 * 365 * DAY)
#define LONGEST (137 * 365 * DAY)
enum { EXACT_MOVES = 6, UNSEEN_MOVES = 16, MOVES_MAX = 256, SLEEPS_MAX = 8, OVER = 1 };

static struct {
    long now;        /* nanoseconds since the first look */
    long busy;       /* how much of that the processor has worked, as CPU clocks show it */
    short seen;
    short sleepers;  /* how many threads have slept: none, one, or more */
    short moves;     /* how often the clock has moved or leapt */
    short unseen;    /* how often since the last look */
    short is_late;   /* moves are not exact any more */
    short ahead;     /* by how many months it moves at the next look */
    long sleeps[SLEEPS_MAX];    /* when they are over: 0 if there is none, OVER if it is */
} clock_state;
static _Thread_local char has_slept;

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

static int is_exact(void)
{
    if (clock_state.is_late || clock_state.now > HORIZON)
        return 0;
    if (clock_state.sleepers > 1)
        return clock_state.moves < EXACT_MOVES;
    return clock_state.moves < MOVES_MAX && clock_state.unseen < UNSEEN_MOVES;
}

/* In so many nanoseconds. Beyond the horizon there is no later. */
static long from_now(long length)
{
    return clock_state.now > HORIZON ? clock_state.now : clock_state.now + length;
}

/* When a sleep was over that is over by now does not matter. */
static void show(long time)
{
    clock_state.now = time;
    for (int i = 0; i < SLEEPS_MAX; i++)
        if (clock_state.sleeps[i] && clock_state.sleeps[i] <= time)
            clock_state.sleeps[i] = OVER;
}

static void move_to(long time)
{
    if (time <= clock_state.now)
        return;
    if (is_exact()) {
        clock_state.moves++;
        clock_state.unseen++;
        show(time);
        return;
    }
    if (!clock_state.is_late && clock_state.moves < MOVES_MAX)
        clock_state.moves = EXACT_MOVES;
    clock_state.is_late = 1;
    clock_state.unseen = 0;
    long months = time / MONTH + 1 - clock_state.now / MONTH;
    if (months > clock_state.ahead)
        clock_state.ahead = (short)months;
}

static void check_horizon(void)
{
    if (clock_state.moves > MOVES_MAX)
        __augur_give_up("the program slept and looked at the clock 256 times; what it does "
                        "when it goes on like that was not explored");
    if (clock_state.now > HORIZON)
        __augur_give_up("the program slept for 140 years; what it does when it looks at the "
                        "clock then was not explored");
}

/* A look: first, or with a leap if the choice falls on it. */
static void look(int busy)
{
    if (!clock_state.seen) {
        clock_state.seen = 1;
        return;
    }
    check_horizon();
    clock_state.unseen = 0;
    if (clock_state.ahead) {
        clock_state.moves++;
        show((clock_state.now / MONTH + clock_state.ahead) * MONTH);
        clock_state.ahead = 0;
        check_horizon();
    }
    if (clock_state.moves < EXACT_MOVES && !__augur_fault_enabled(AUGUR_CLOCK_STANDS) && __divine_choice(2)) {
        move_to(clock_state.now + LEAP);
        clock_state.busy += busy ? LEAP : 0;
    }
}

MASKED long augur_clock_read(int busy)
{
    __divine_interrupt_mask();
    look(busy);
    return busy ? clock_state.busy : clock_state.now;
}

static long nanoseconds(const struct timespec *time)
{
    return time->tv_sec < LONGEST / SECOND ? time->tv_sec * SECOND + time->tv_nsec : LONGEST;
}

static void wake_at(long time)
{
    if (!clock_state.seen)
        return;
    if (!has_slept && clock_state.sleepers < 2) {
        has_slept = 1;
        clock_state.sleepers++;
    }
    move_to(time);
}

/* Has a place in the list, or if there is none, is its length as a negative number: it is as
 * good as begun when it is over. Once moves are late it is over as soon as it begins, which
 * saves an action: whoever looks at the clock meanwhile may as well have done so before. */
MASKED long augur_clock_sleep(const struct timespec *duration)
{
    __divine_interrupt_mask();
    long length = is_watched() ? nanoseconds(duration) : 0;
    int place = __divine_get_tid() % SLEEPS_MAX, tried = 0;
    if (!length)
        return 0;
    if (!is_exact()) {
        wake_at(from_now(length));
        return 0;
    }
    /* Each thread has a place of its own, so that who began first makes no difference. */
    for (; clock_state.sleeps[place]; place = (place + 1) % SLEEPS_MAX)
        if (++tried == SLEEPS_MAX)
            return -length;
    clock_state.sleeps[place] = from_now(length);
    return place + 1;
}

MASKED void augur_clock_wake(long sleep)
{
    __divine_interrupt_mask();
    if (sleep < 0) {
        wake_at(from_now(-sleep));
        return;
    }
    long *place = &clock_state.sleeps[sleep - 1];
    wake_at(*place);
    *place = 0;
}

long augur_clock_end(long sleep)
{
    return !sleep      ? 0
           : sleep < 0 ? from_now(-sleep)
                       : clock_state.sleeps[sleep - 1];
}

/* It has begun, so something of it is over; maybe nearly all, and maybe next to nothing: whatever
 * ended it may have been on its way when it began. */
long augur_clock_left(long sleep, const struct timespec *duration)
{
    long length = nanoseconds(duration);
    long end = sleep ? augur_clock_end(sleep) : from_now(length);
    long left = end - clock_state.now - 1;
    if (sleep > 0)
        clock_state.sleeps[sleep - 1] = 0;
    int how = left <= 1 ? 1 : __divine_choice(left < length - 1 ? 3 : 2);
    if (how == 2)
        return length - 1;
    if (how == 0)
        return left;
    if (sleep)
        wake_at(end);
    return 1;
}

void augur_clock_pass(const struct timespec *duration)
{
    long sleep = augur_clock_sleep(duration);
    if (sleep)
        augur_clock_wake(sleep);
}

long augur_clock_deadline(clockid_t clock, const struct timespec *deadline)
{
    return is_watched() ? nanoseconds(deadline) - augur_clock_origin(clock) : 0;
}

long augur_clock_after(const struct timespec *duration)
{
    return is_watched() ? from_now(nanoseconds(duration)) : 0;
}

MASKED void augur_clock_reached(clockid_t clock, const struct timespec *deadline)
{
    __divine_interrupt_mask();
    long time = augur_clock_deadline(clock, deadline);
    if (time > 0)
        wake_at(time);
}

/* ---- for timers ------------------------------------------------------- */

void (*augur_timers_first)(long until);

/* A function of the library: the build takes our word for it (sections.rs). */
__attribute__((noinline)) void augur_timers_come(long until)
{
    if (augur_timers_first)
        augur_timers_first(until);
}

long augur_clock_now(void)
{
    clock_state.seen = 1;
    return clock_state.now;
}

int augur_clock_is_exact(void) { return is_exact(); }

/* A timer that repeats would make every state new. */
void augur_clock_tick(long time)
{
    enum { UNSEEN_TICKS = 2 };
    if (clock_state.unseen >= UNSEEN_TICKS)
        clock_state.unseen = UNSEEN_MOVES;
    move_to(time);
}
