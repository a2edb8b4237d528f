/* <time.h>: timers of a program's own, which can be made and asked. One that is set would ring beside all others:
 * `unsupported`; alarm and setitimer are modelled (signal_timer.c). */
#include "libc.h"
#include <augur/fault.h>
#include <errno.h>
#include <signal.h>
#include <time.h>

struct timer {
    char is_deleted;
};

/* As the system has it: an id of no timer is an error. */
static MASKED int is_timer(const struct timer *timer)
{
    __divine_interrupt_mask();
    return timer && !timer->is_deleted;
}

static int fail(int error)
{
    errno = error;
    return -1;
}

/* posix: others
 * explored: timers are made, asked, stopped and deleted.
 * left out: timers that are set (`unsupported`); alarm and setitimer are modelled.
 * faults: malloc (timer_create)
 * accesses: r the event and the setting, w the id and the old setting.
 * tests: time/timer.c time/timer_ok.c time/timer_set.c */
int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict id)
{
    struct timespec resolution;
    if (clock_getres(clock, &resolution) ||
        (event && event->sigev_notify != SIGEV_SIGNAL && event->sigev_notify != SIGEV_NONE &&
         event->sigev_notify != SIGEV_THREAD))
        return fail(EINVAL);
    if (augur_fault(AUGUR_FAULT_MALLOC))
        return fail(EAGAIN);
    struct timer *timer = __augur_alloc(sizeof *timer, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    *id = timer;
    return 0;
}

static MASKED int delete(struct timer *timer)
{
    __divine_interrupt_mask();
    int was_there = timer && !timer->is_deleted;
    if (was_there)
        timer->is_deleted = 1;
    return was_there;
}

int timer_delete(timer_t id) { return delete(id) ? 0 : fail(EINVAL); }

int timer_gettime(timer_t id, struct itimerspec *setting)
{
    if (!is_timer(id))
        return fail(EINVAL);
    *setting = (struct itimerspec){ 0 };
    return 0;
}

int timer_settime(timer_t id, int flags, const struct itimerspec *restrict new, struct itimerspec *restrict old)
{
    (void)flags;
    if (!is_timer(id))
        return fail(EINVAL);
    if (new->it_value.tv_sec || new->it_value.tv_nsec)
        __augur_unsupported("a timer of timer_create that is set; alarm and setitimer are modelled");
    return old ? timer_gettime(id, old) : 0;
}

int timer_getoverrun(timer_t id) { return is_timer(id) ? 0 : fail(EINVAL); }
