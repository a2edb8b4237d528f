/* <signal.h>: handlers and raise, synchronous. No signal comes from outside, so
 * masks are accepted and only raise() delivers. */
#include "libc.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <pthread.h>

enum { SIGNALS = 65 };

/* Without signals from outside a mask only has to be remembered. */
static _Thread_local unsigned long blocked;
static sighandler_t handlers[SIGNALS];

static int is_valid(int number) { return number > 0 && number < SIGNALS; }

MASKED sighandler_t signal(int number, sighandler_t handler)
{
    __divine_interrupt_mask();
    if (!is_valid(number) ||
        ((number == SIGKILL || number == SIGSTOP) && handler != SIG_DFL)) {
        errno = EINVAL;
        return SIG_ERR;
    }
    sighandler_t old = handlers[number];
    handlers[number] = handler;
    return old;
}

sighandler_t bsd_signal(int number, sighandler_t handler);
sighandler_t bsd_signal(int number, sighandler_t handler) { return signal(number, handler); }

sighandler_t __sysv_signal(int number, sighandler_t handler)
{
    return signal(number, handler);
}

int sigaction(int number, const struct sigaction *restrict action,
              struct sigaction *restrict old)
{
    if (action && action->sa_flags & SA_SIGINFO)
        __augur_unsupported("sigaction with SA_SIGINFO");
    sighandler_t handler = signal(number, action ? action->sa_handler : SIG_DFL);
    if (handler == SIG_ERR)
        return -1;
    if (!action)
        signal(number, handler);
    if (old)
        *old = (struct sigaction){ .sa_handler = handler };
    return 0;
}

static MASKED sighandler_t handler_of(int number)
{
    __divine_interrupt_mask();
    return handlers[number];
}

int raise(int number)
{
    if (!is_valid(number)) {
        errno = EINVAL;
        return -1;
    }
    if (number == SIGABRT)
        abort();
    if (blocked >> (number - 1) & 1)
        __augur_unsupported("raise of a signal that is blocked");
    sighandler_t handler = handler_of(number);
    if (handler == SIG_IGN || (handler == SIG_DFL && (number == SIGCHLD || number == SIGCONT ||
                                                      number == SIGURG || number == SIGWINCH)))
        return 0;
    if (handler == SIG_DFL)
        __augur_problem(AUGUR_ABORT, "the program raised a signal that ends it");
    handler(number);
    return 0;
}

/* ---- sets and masks --------------------------------------------------- */

int sigemptyset(sigset_t *set)
{
    *set = (sigset_t){ 0 };
    return 0;
}

int sigfillset(sigset_t *set)
{
    for (unsigned i = 0; i < sizeof set->__val / sizeof set->__val[0]; i++)
        set->__val[i] = ~0ul;
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    if (!is_valid(number))
        return errno = EINVAL, -1;
    set->__val[0] |= 1ul << (number - 1);
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (!is_valid(number))
        return errno = EINVAL, -1;
    set->__val[0] &= ~(1ul << (number - 1));
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    if (!is_valid(number))
        return errno = EINVAL, -1;
    return set->__val[0] >> (number - 1) & 1;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    unsigned long before = blocked;
    if (set) {
        if (how == SIG_BLOCK)
            blocked |= set->__val[0];
        else if (how == SIG_UNBLOCK)
            blocked &= ~set->__val[0];
        else if (how == SIG_SETMASK)
            blocked = set->__val[0];
        else
            return EINVAL;
    }
    if (old)
        *old = (sigset_t){ { before } };
    return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    int error = pthread_sigmask(how, set, old);
    return error ? errno = error, -1 : 0;
}
