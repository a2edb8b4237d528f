/* <signal.h>: handlers, masks, sets, and signals that a thread sends to itself.
 * signal_send.c has the others, signal_wait.c the waiting, signal_timer.c the timers.
 *
 * No signal comes from outside. Alternate stacks are remembered and not used. */
#include "signals.h"
#include <stdlib.h>
#include <unistd.h>

static struct sigaction actions[SIGNALS];

/* Rust's start-up has handlers of its own for what a stack overflow raises, unless there are some.
 * Here neither signal ever comes, so they count as set: their alternate stack is not needed. */
void augur_defined_rust_eh_personality() __attribute__((weak));

static int is_taken_by_rust(int number)
{
    return augur_defined_rust_eh_personality && (number == SIGSEGV || number == SIGBUS) &&
           actions[number].sa_handler == SIG_DFL;
}

static void never_comes(int number) { (void)number; }

/* The thread has sent a signal to itself that it blocks. */
static _Thread_local int held_back;

/* ---- handlers --------------------------------------------------------- */

static int is_harmless(int number)
{
    return number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH;
}

static int is_stopping(int number)
{
    return number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU;
}

enum augur_disposition augur_signal_disposition(int number)
{
    sighandler_t handler = actions[number].sa_handler;
    if (handler == SIG_IGN || (handler == SIG_DFL && is_harmless(number)))
        return AUGUR_IGNORES;
    if (handler != SIG_DFL)
        return AUGUR_HANDLES;
    return is_stopping(number) ? AUGUR_STOPS : AUGUR_ENDS;
}

static void set_action(int number, struct sigaction action)
{
    actions[number] = action;
    if (augur_has_timers())
        augur_timer_judge(number);
}

/* POSIX: what is ignored from now on does not wait any longer. */
ROLE(blind) static void forget(int number)
{
    augur_signal_drop(&augur_process_signals, number);
    for (struct augur_thread *t = augur_threads.first; t; t = t->next)
        if (t->signals)
            augur_signal_drop(&t->signals->pending, number);
}

ROLE(exposes) static MASKED int exchange(int number, const struct sigaction *action,
                                         struct sigaction *old)
{
    __divine_interrupt_mask();
    if (!augur_signal_is_valid(number) || (action && BIT(number) & UNBLOCKABLE))
        return augur_signal_fail(EINVAL);
    *old = actions[number];
    if (is_taken_by_rust(number))
        old->sa_handler = never_comes;
    if (action) {
        set_action(number, *action);
        if ((augur_sends_signals() || held_back) &&
            augur_signal_disposition(number) == AUGUR_IGNORES)
            forget(number);
    }
    return 0;
}

/* posix: sigaction signal bsd_signal sysv_signal __sysv_signal ssignal siginterrupt
 * explored: SA_NODEFER, SA_RESETHAND, SA_RESTART, SA_SIGINFO and masks as they are set; a
 *   handler may run whenever its thread does not block the signal, between any two
 *   accesses of its thread if another thread or a timer sent it. A program that has both
 *   is searched at `tau+` at most.
 * left out: alternate stacks (SA_ONSTACK), SA_NOCLDWAIT; siginterrupt does nothing; calls
 *   in a handler that are not safe there are not reported.
 * accesses: r the new action, w the old one.
 * tests: signals/async_counter.c signals/async_counter_ok.c signals/held_back*.c */
int sigaction(int number, const struct sigaction *restrict action,
              struct sigaction *restrict old)
{
    struct sigaction new, before;
    if (action)
        new = (struct sigaction){ .__sigaction_handler = action->__sigaction_handler,
                                  .sa_flags = action->sa_flags,
                                  .sa_mask.__val[0] = action->sa_mask.__val[0] };
    int error = exchange(number, action ? &new : NULL, &before);
    if (!error && old)
        *old = before;
    return error;
}

sighandler_t signal(int number, sighandler_t handler)
{
    struct sigaction old, new = { .sa_handler = handler, .sa_flags = SA_RESTART };
    if (sigaction(number, &new, &old))
        return SIG_ERR;
    return old.sa_handler;
}

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

sighandler_t ssignal(int number, sighandler_t handler) { return signal(number, handler); }

int siginterrupt(int number, int interrupts)
{
    (void)interrupts;
    return augur_signal_is_valid(number) ? 0 : augur_signal_fail(EINVAL);
}

/* ---- delivery --------------------------------------------------------- */

static _Thread_local struct {
    unsigned long mask;    /* what sigsuspend has to restore */
    int is_on;
} suspended;

/* The mask that the thread sees and the one that others see change at once: a signal for
 * the process is not given to a thread that blocks it. */
static MASKED void block_and_tell(unsigned long mask)
{
    __divine_interrupt_mask();
    augur_self->blocked = mask;
    augur_blocked = mask;
}

void augur_signal_block(unsigned long mask)
{
    mask &= ~UNBLOCKABLE;
    if (augur_sends_signals())
        block_and_tell(mask);
    else
        augur_blocked = mask;
}

void augur_signal_suspend(unsigned long mask)
{
    suspended.mask = augur_blocked;
    suspended.is_on = 1;
    augur_signal_block(mask);
}

int augur_signal_is_suspended(void) { return suspended.is_on; }

void augur_signal_unsuspend(void)
{
    if (!suspended.is_on)
        return;
    suspended.is_on = 0;
    augur_signal_block(suspended.mask);
}

/* A signal that is about to be handled, and how. */
struct delivery {
    struct augur_signal signal;
    struct sigaction action;
    enum augur_disposition disposition;
    unsigned long before;    /* the mask after the handler */
    int ends_suspension;
    int is_imposed;          /* the thread was interrupted for it */
};

/* Inside a section: the signal is gone, and its handler's mask is there, before another one
 * can come. The first handler that runs in sigsuspend restores the mask from before that. */
static void begin(struct delivery *d)
{
    int number = d->signal.number;
    d->action = actions[number];
    d->disposition = augur_signal_disposition(number);
    if (d->action.sa_flags & SA_RESETHAND)
        set_action(number, (struct sigaction){ 0 });
    if (d->disposition != AUGUR_HANDLES)
        return;
    d->ends_suspension = suspended.is_on;
    d->before = suspended.is_on ? suspended.mask : augur_blocked;
    suspended.is_on = 0;
    d->is_imposed = augur_self->flags & AUGUR_LOOKING;
    augur_self->flags ^= (unsigned)d->is_imposed;
    unsigned long more = d->action.sa_mask.__val[0];
    if (!(d->action.sa_flags & SA_NODEFER))
        more |= BIT(number);
    augur_signal_block(augur_blocked | more);
}

/* The handler has returned. */
static MASKED void end(const struct delivery *d)
{
    __divine_interrupt_mask();
    augur_self->flags |= (unsigned)d->is_imposed;
    augur_signal_block(d->before);
}

static void run(const struct delivery *d)
{
    const struct augur_signal *signal = &d->signal;
    if (d->ends_suspension)
        augur_signals_deliver();    /* all that sigsuspend has let in */
    if (d->action.sa_flags & SA_SIGINFO) {
        siginfo_t info = { .si_signo = signal->number, .si_code = signal->code };
        if (signal->code != SI_KERNEL) {
            info.si_pid = getpid();
            info.si_uid = getuid();
            info.si_value = signal->value;
        }
        d->action.sa_sigaction(signal->number, &info, NULL);
    } else
        d->action.sa_handler(signal->number);
    if (d->is_imposed)
        end(d);
    else
        augur_signal_block(d->before);
}

/* Does what is to be done about a signal that is not blocked. 0: there was no handler. 1:
 * calls go on. 2: calls that wait are interrupted. */
static int deliver(const struct delivery *d)
{
    switch (d->disposition) {
    case AUGUR_IGNORES: return 0;
    case AUGUR_ENDS: __augur_problem(AUGUR_ABORT, "the program raised a signal that ends it");
    case AUGUR_STOPS: __augur_unsupported("a signal that stops the program");
    default: run(d); return d->action.sa_flags & SA_RESTART ? 1 : 2;
    }
}

static MASKED int take(struct delivery *d)
{
    __divine_interrupt_mask();
    if (!augur_signal_take(~augur_blocked, &d->signal))
        return 0;
    begin(d);
    return 1;
}

static MASKED void take_this(struct delivery *d)
{
    __divine_interrupt_mask();
    begin(d);
}

struct augur_handled augur_signals_deliver(void)
{
    struct augur_handled handled = { 0, 0 };
    struct delivery d;
    if (!augur_sends_signals() && !held_back)
        return handled;
    while (take(&d)) {
        int how = deliver(&d);
        handled.handlers |= how != 0;
        handled.interrupting |= how == 2;
    }
    return handled;
}

static MASKED void hold_back(struct augur_signal signal)
{
    __divine_interrupt_mask();
    held_back = 1;
    augur_signal_put(&augur_signals_of(augur_self)->pending, signal);
}

void augur_signal_raise(int number, int code)
{
    struct delivery d = { .signal = { .number = number, .code = code } };
    if (augur_blocked & BIT(number))
        hold_back(d.signal);
    else {
        take_this(&d);
        deliver(&d);
        augur_signals_deliver();
    }
}

/* posix: raise gsignal
 * explored: the handler runs before it returns, unless the signal is blocked; what was
 *   held back meanwhile comes when it returns, in any order.
 * left out: `kill` as a violation of its own; a signal that ends the program is `abort`.
 * accesses: none.
 * tests: signals/held_back*.c signals/raise_*.c conformance/raise_nothing.c */
int raise(int number)
{
    if (number == 0)
        return 0;
    if (!augur_signal_is_valid(number))
        return augur_signal_fail(EINVAL);
    augur_signal_raise(number, SI_TKILL);
    return 0;
}

int gsignal(int number) { return raise(number); }

/* abort: a handler runs, even if the signal is blocked; what it does not do by not
 * returning is done then. */
void augur_signal_abort(void)
{
    struct delivery d = { .signal = { .number = SIGABRT, .code = SI_TKILL } };
    augur_blocked &= ~BIT(SIGABRT);
    take_this(&d);
    if (d.disposition == AUGUR_HANDLES)
        run(&d);
}

/* ---- sets and masks --------------------------------------------------- */

/* posix: others
 * explored: the result follows from the arguments; signals 32 and 33 belong to the library,
 *   as in glibc.
 * accesses: r and w the sets.
 * tests: signals/sets_ok.c signals/mask_*.c */

int sigemptyset(sigset_t *set)
{
    *set = (sigset_t){ 0 };
    return 0;
}

int sigfillset(sigset_t *set)
{
    for (unsigned i = 0; i < sizeof set->__val / sizeof set->__val[0]; i++)
        set->__val[i] = ~0ul;
    set->__val[0] &= ~(BIT(32) | BIT(33));
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    if (!augur_signal_is_valid(number))
        return augur_signal_fail(EINVAL);
    set->__val[0] |= BIT(number);
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (!augur_signal_is_valid(number))
        return augur_signal_fail(EINVAL);
    set->__val[0] &= ~BIT(number);
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    if (number <= 0 || number >= SIGNALS)
        return augur_signal_fail(EINVAL);
    return set->__val[0] >> (number - 1) & 1;
}

int sigisemptyset(const sigset_t *set) { return set->__val[0] == 0; }

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

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    unsigned long before = augur_blocked, now = before;
    if (set) {
        if (how == SIG_BLOCK)
            now |= set->__val[0];
        else if (how == SIG_UNBLOCK)
            now &= ~set->__val[0];
        else if (how == SIG_SETMASK)
            now = set->__val[0];
        else
            return EINVAL;
        if (now != before)
            augur_signal_block(now);
    }
    if (old)
        *old = (sigset_t){ { before } };
    if (set)
        augur_signals_deliver();
    return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    int error = pthread_sigmask(how, set, old);
    return error ? augur_signal_fail(error) : 0;
}

static MASKED unsigned long held(void)
{
    __divine_interrupt_mask();
    return augur_signal_pending() & augur_blocked;
}

int sigpending(sigset_t *set)
{
    unsigned long pending = augur_sends_signals() || held_back ? held() : 0;
    *set = (sigset_t){ { pending } };
    return 0;
}

static _Thread_local stack_t alternate = { .ss_flags = SS_DISABLE };

int sigaltstack(const stack_t *restrict stack, stack_t *restrict old)
{
    stack_t before = alternate;
    if (stack) {
        if (stack->ss_flags & ~SS_DISABLE)
            return augur_signal_fail(EINVAL);
        if (!(stack->ss_flags & SS_DISABLE) && stack->ss_size < 2048)
            return augur_signal_fail(ENOMEM);
        alternate = *stack;
    }
    if (old)
        *old = before;
    return 0;
}

int __libc_current_sigrtmin(void) { return 34; }
int __libc_current_sigrtmax(void) { return 64; }
