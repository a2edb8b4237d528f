/* <signal.h>: handlers and raise, synchronous. No signal comes from outside: only
 * raise, kill and pthread_kill deliver, and only to the thread that calls them. A
 * signal that its thread blocks waits until it is unblocked.
 *
 * Does not model signals to other threads, alternate stacks, timers and queues:
 * `unsupported` when reached. */
#include "libc.h"
#include <augur/thread.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum { SIGNALS = 65 };

/* Bit n - 1 stands for signal n. */
static _Thread_local unsigned long blocked, pending;
static struct sigaction actions[SIGNALS];

static int is_valid(int number) { return number > 0 && number < SIGNALS; }

static int fail(int error)
{
    errno = error;
    return -1;
}

/* ---- handlers --------------------------------------------------------- */

MASKED int sigaction(int number, const struct sigaction *restrict action,
                     struct sigaction *restrict old)
{
    __divine_interrupt_mask();
    if (!is_valid(number) || (action && (number == SIGKILL || number == SIGSTOP)))
        return fail(EINVAL);
    struct sigaction before = actions[number];
    if (action)
        actions[number] = (struct sigaction){ .__sigaction_handler = action->__sigaction_handler,
                                              .sa_flags = action->sa_flags,
                                              .sa_mask.__val[0] = action->sa_mask.__val[0] };
    if (old)
        *old = before;
    return 0;
}

sighandler_t signal(int number, sighandler_t handler)
{
    struct sigaction old, new = { .sa_handler = handler, .sa_flags = SA_RESTART };
    if (sigaction(number, &new, &old))
        return SIG_ERR;
    return old.sa_handler;
}

sighandler_t bsd_signal(int number, sighandler_t handler);
sighandler_t bsd_signal(int number, sighandler_t handler) { return signal(number, handler); }

sighandler_t __sysv_signal(int number, sighandler_t handler)
{
    struct sigaction old, new = { .sa_handler = handler, .sa_flags = SA_RESETHAND | SA_NODEFER };
    if (sigaction(number, &new, &old))
        return SIG_ERR;
    return old.sa_handler;
}

sighandler_t sysv_signal(int number, sighandler_t handler)
{
    return __sysv_signal(number, handler);
}

int siginterrupt(int number, int interrupts)
{
    (void)interrupts;
    return is_valid(number) ? 0 : fail(EINVAL);
}

/* ---- delivery --------------------------------------------------------- */

static MASKED struct sigaction take_action(int number)
{
    __divine_interrupt_mask();
    struct sigaction action = actions[number];
    if (action.sa_flags & SA_RESETHAND)
        actions[number] = (struct sigaction){ 0 };
    return action;
}

static int is_harmless(int number)
{
    return number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH;
}

static void deliver(int number)
{
    struct sigaction action = take_action(number);
    if (action.sa_handler == SIG_IGN || (action.sa_handler == SIG_DFL && is_harmless(number)))
        return;
    if (action.sa_handler == SIG_DFL)
        __augur_problem(AUGUR_ABORT, "the program raised a signal that ends it");
    unsigned long before = blocked;
    blocked |= action.sa_mask.__val[0];
    if (!(action.sa_flags & SA_NODEFER))
        blocked |= 1ul << (number - 1);
    if (action.sa_flags & SA_SIGINFO) {
        siginfo_t info = { .si_signo = number, .si_code = SI_TKILL, .si_pid = getpid() };
        action.sa_sigaction(number, &info, NULL);
    } else
        action.sa_handler(number);
    blocked = before;
}

/* What was held back and is not any more. */
static void deliver_pending(void)
{
    for (int number = 1; number < SIGNALS; number++) {
        unsigned long bit = 1ul << (number - 1);
        if (pending & bit & ~blocked) {
            pending &= ~bit;
            deliver(number);
        }
    }
}

int raise(int number)
{
    if (number == 0)
        return 0;
    if (!is_valid(number))
        return fail(EINVAL);
    if (number == SIGABRT)
        abort();
    if (blocked >> (number - 1) & 1 && number != SIGKILL)
        pending |= 1ul << (number - 1);
    else
        deliver(number);
    return 0;
}

int kill(pid_t process, int number)
{
    if (process != getpid() && process != 0)
        __augur_unsupported("kill: a signal to another process");
    if (number == 0)
        return 0;
    return raise(number);
}

ROLE(observes) static MASKED int has_ended(pthread_t id)
{
    __divine_interrupt_mask();
    struct augur_thread *thread =
        augur_thread_check(id, "pthread_kill: this value is not the id of a thread");
    if (thread->flags & AUGUR_JOINED)
        augur_misuse("pthread_kill: the thread has ended and was joined");
    return thread->flags & AUGUR_ENDED;
}

int pthread_kill(pthread_t id, int number)
{
    if (number != 0 && !is_valid(number))
        return EINVAL;
    if (id == (pthread_t)augur_self)
        return number == 0 ? 0 : raise(number);
    if (has_ended(id) || number == 0)
        return 0;
    __augur_unsupported("pthread_kill: a signal to another thread");
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
        return fail(EINVAL);
    set->__val[0] |= 1ul << (number - 1);
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (!is_valid(number))
        return fail(EINVAL);
    set->__val[0] &= ~(1ul << (number - 1));
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    if (!is_valid(number))
        return fail(EINVAL);
    return set->__val[0] >> (number - 1) & 1;
}

int sigisemptyset(const sigset_t *set) { return set->__val[0] == 0; }

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
    deliver_pending();
    return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    int error = pthread_sigmask(how, set, old);
    return error ? fail(error) : 0;
}

int sigpending(sigset_t *set)
{
    *set = (sigset_t){ { pending } };
    return 0;
}

/* Takes a signal of the set that is held back; if there is none, none will come. */
int sigwait(const sigset_t *restrict set, int *restrict number)
{
    unsigned long found = set->__val[0] & pending;
    if (!found)
        __augur_unsupported("sigwait: waiting for a signal from outside");
    *number = __builtin_ctzl(found) + 1;
    pending &= ~(found & -found);
    return 0;
}

int sigandset(sigset_t *to, const sigset_t *a, const sigset_t *b)
{
    *to = (sigset_t){ { a->__val[0] & b->__val[0] } };
    return 0;
}

int sigorset(sigset_t *to, const sigset_t *a, const sigset_t *b)
{
    *to = (sigset_t){ { a->__val[0] | b->__val[0] } };
    return 0;
}

int __libc_current_sigrtmin(void) { return 34; }
int __libc_current_sigrtmax(void) { return 64; }

sighandler_t ssignal(int number, sighandler_t handler) { return signal(number, handler); }
int gsignal(int number) { return raise(number); }

/* Nobody sends a signal to a thread that waits: it waits for ever. */
static MASKED int wait_for_ever(void)
{
    __divine_interrupt_mask();
    static const unsigned never;
    __augur_wait(&never, ~0u, 0, AUGUR_NE, "signal", &never, NULL, augur_alarm());
    return AUGUR_CANCELLED;
}

int pause(void) { return augur_or_cancel(wait_for_ever()); }
