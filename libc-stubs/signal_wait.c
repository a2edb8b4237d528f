/* <signal.h>: waiting for signals. */
#include "signals.h"
#include <time.h>
#include <unistd.h>

#pragma weak raise
#pragma weak gsignal

int augur_signals_can_come(void) { return augur_sends_signals() || raise || gsignal; }

/* Takes a signal of the set, or waits for one. Whoever waits for a while does so once, and
 * finds none or is interrupted if others were quicker. */
MASKED int augur_signal_await(unsigned long set, const struct timespec *timeout,
                              struct augur_signal *taken)
{
    __divine_interrupt_mask();
    struct augur_signals *signals = augur_signals_of(augur_self);
    int interrupted = 0, cancelled = 0, over = timeout && !timeout->tv_sec && !timeout->tv_nsec;
    int found = 0;
    while (!(cancelled = augur_is_cancelled_or((augur_signal_pending() & set) != 0)) &&
           !(found = augur_signal_take(set, taken)) && !over && !interrupted) {
        signals->awaited = set;
        signals->come = 0;
        over = timeout != NULL;
        if (timeout) {
            interrupted = augur_is_roused_until(augur_clock_after(timeout));
            continue;
        }
        augur_timers_settle(AUGUR_FOR_EVER);
        __augur_wait(&signals->come, ~0u, 0, AUGUR_NE, "signal", signals, NULL,
                     augur_rousing());
        interrupted = augur_is_interruptible() && augur_self->roused & AUGUR_HANDLED;
    }
    signals->awaited = 0;
    signals->come = 0;
    if (cancelled)
        return AUGUR_CANCELLED;
    return found ? 0 : interrupted ? EINTR : EAGAIN;
}

/* posix: sigwait sigwaitinfo sigtimedwait
 * explored: of those that are there any standard one or the lowest real-time one; a handler
 *   for another signal interrupts, whatever SA_RESTART says; a deadline that is over before a
 *   signal has come. A cancellation from before is acted on; of one that comes while it waits
 *   and a signal, either.
 * left out: signals from outside (`unsupported` in a program that sends none).
 * faults: eintr
 * accesses: r the set, w the number or what is known of the signal.
 * tests: signals/wait_*.c signals/queued_*.c cancel/sigwait_*.c */
static int wait_for(const sigset_t *set, const struct timespec *timeout,
                    struct augur_signal *taken)
{
    unsigned long wanted = set->__val[0];
    if (!augur_signals_can_come())
        __augur_unsupported("sigwait: waiting for a signal from outside");
    pthread_testcancel();
    return augur_or_cancel(augur_signal_await(wanted, timeout, taken));
}

int sigwait(const sigset_t *restrict set, int *restrict number)
{
    struct augur_signal taken;
    int error;
    while ((error = wait_for(set, NULL, &taken)) == EINTR)
        ;    /* it does not end like that, POSIX says */
    if (!error)
        *number = taken.number;
    return error;
}

static int describe(int error, const struct augur_signal *taken, siginfo_t *info)
{
    if (error)
        return augur_signal_fail(error);
    if (info) {
        *info = (siginfo_t){ .si_signo = taken->number, .si_code = taken->code };
        info->si_pid = getpid();
        info->si_uid = getuid();
        info->si_value = taken->value;
    }
    return taken->number;
}

int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info)
{
    struct augur_signal taken;
    if (augur_fault(AUGUR_FAULT_EINTR))
        return augur_signal_fail(EINTR);
    return describe(wait_for(set, NULL, &taken), &taken, info);
}

int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
                 const struct timespec *restrict timeout)
{
    struct augur_signal taken;
    struct timespec length = { 0, 0 };
    if (timeout)
        length = *timeout;
    if (augur_bad_time(&length) || length.tv_sec < 0)
        return augur_signal_fail(EINVAL);
    if (augur_fault(AUGUR_FAULT_EINTR))
        return augur_signal_fail(EINTR);
    int error = wait_for(set, timeout ? &length : NULL, &taken);
    if (error == EAGAIN && timeout)
        augur_clock_pass(&length);
    return describe(error, &taken, info);
}

/* ---- waiting for a handler -------------------------------------------- */

/* Until a handler has run (1), unless one is about to (0). */
static MASKED int wait_for_handler(void)
{
    __divine_interrupt_mask();
    static const unsigned never;
    if (augur_signal_pending() & ~augur_blocked)
        return 0;
    augur_timers_settle(AUGUR_FOR_EVER);
    __augur_wait(&never, ~0u, 0, AUGUR_NE, "signal", &never, NULL, augur_rousing());
    return augur_is_cancelled() ? AUGUR_CANCELLED : 1;
}

/* Somebody else may take what was there. */
static void end_wait(int how)
{
    while (!augur_or_cancel(how) && !augur_signals_deliver().handlers)
        how = wait_for_handler();
}

/* posix: pause sigsuspend
 * explored: ends when a handler has run and not before, or the program with it if nothing
 *   but a timer without a handler can end it; a signal that came just before the call is lost
 *   for pause, not for sigsuspend, which changes the mask and waits in one. The mask is
 *   restored when the first handler returns: the same signal is not handled twice.
 * left out: handlers for signals from outside.
 * accesses: r the mask.
 * tests: signals/pause_*.c signals/suspend_*.c */
int pause(void)
{
    pthread_testcancel();
    end_wait(wait_for_handler());
    return augur_signal_fail(EINTR);
}

/* The mask is changed where nobody can be in between. */
static MASKED int suspend(unsigned long mask)
{
    __divine_interrupt_mask();
    augur_signal_suspend(mask);
    return wait_for_handler();
}

int sigsuspend(const sigset_t *mask)
{
    unsigned long wanted = mask->__val[0];
    pthread_testcancel();
    end_wait(suspend(wanted));
    augur_signals_deliver();
    return augur_signal_fail(EINTR);
}

int augur_sleep_with_mask(const struct timespec *duration, unsigned long mask)
{
    augur_signal_suspend(mask);
    augur_signals_deliver();
    int error = augur_signal_is_suspended() ? nanosleep(duration, NULL) : 0;
    int is_over = augur_signal_is_suspended() && !error;
    augur_signal_unsuspend();
    augur_signals_deliver();
    return is_over ? 0 : augur_signal_fail(EINTR);
}
