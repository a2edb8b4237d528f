/* <signal.h>: signals to other threads and to the process.
 *
 * A thread that does not block the signal is interrupted by a courier, which runs as a
 * thread of its own. By the time it does, the signal may be taken or blocked; then it
 * waits in its list until its thread is ready for it. A signal to the process goes to
 * any thread that is; if the one that was picked is not any more, to another. */
#include "signals.h"
#include <sys/time.h>
#include <sys/types.h>
#include <unistd.h>

/* ---- couriers --------------------------------------------------------- */

/* Couriers for what has come since the calling thread has looked. */
static char is_under_way;    /* one to the process */
ROLE(observes) static void call(struct augur_thread *thread);
ROLE(observes) static void call_process(void);
ROLE(observes) static void call_again(void)
{
    if (augur_self->signals && augur_signal_bits(augur_self->signals->pending) & ~augur_blocked)
        call(augur_self);
    if (augur_signal_bits(augur_process_signals) & ~augur_blocked)
        call_process();
}

/* What an interrupted thread does. Calls that wait end if a handler has run. When it looks
 * for the last time and goes back is one moment, as on a real machine: it is never
 * interrupted in between, so that any number of signals needs no more than one frame for
 * each handler that runs. */
ROLE(observes) static MASKED void interrupted(void)
{
    struct augur_handled handled = augur_signals_deliver();
    __divine_interrupt_mask();
    if (handled.handlers)
        augur_self->roused |= AUGUR_HANDLED;
    if (handled.interrupting)
        augur_self->interrupted |= AUGUR_HANDLED;
    augur_self->flags &= ~(unsigned)AUGUR_LOOKING;
    call_again();
    __augur_resume();
}

static int is_ready(const struct augur_thread *thread, unsigned long bits)
{
    return thread->number && bits & ~thread->blocked;
}

/* A thread that has only just been made cannot do anything yet; one that looks for signals
 * will find them. */
static void interrupt(struct augur_thread *thread)
{
    if (thread->flags & AUGUR_LOOKING)
        return;
    thread->flags |= AUGUR_LOOKING;
    __augur_impose(thread->number - 1, interrupted);
}

static int waits_for_beginning(struct augur_thread *thread)
{
    __augur_wait(&thread->flags, AUGUR_BEGUN | AUGUR_ENDED, 0, AUGUR_NE, "thread", thread, NULL,
                 NULL);
    return thread->number != 0;
}

ROLE(observes) static MASKED void carry_to_thread(void *argument)
{
    __divine_interrupt_mask();
    struct augur_thread *thread = argument;
    int has_begun = waits_for_beginning(thread);
    thread->flags &= ~(unsigned)AUGUR_CALLED;
    if (has_begun && thread->signals &&
        is_ready(thread, augur_signal_bits(thread->signals->pending)))
        interrupt(thread);
    __augur_end_thread();
}

ROLE(observes) static int count_ready(unsigned long bits)
{
    int count = 0;
    for (struct augur_thread *t = augur_threads.first; t; t = t->next)
        count += is_ready(t, bits);
    return count;
}

/* Do all threads block it? */
int augur_signal_is_held(int number);
ROLE(observes) int augur_signal_is_held(int number) { return !count_ready(BIT(number)); }

/* Any thread that does not block it; null if all do. */
ROLE(observes) static struct augur_thread *pick_ready(unsigned long bits)
{
    int count = count_ready(bits);
    if (!count)
        return NULL;
    int skipped = count > 1 ? __divine_choice(count) : 0;
    struct augur_thread *thread = augur_threads.first;
    while (!is_ready(thread, bits) || skipped-- > 0)
        thread = thread->next;
    return thread;
}

ROLE(observes) static MASKED void carry_to_process(void *is_under_way)
{
    __divine_interrupt_mask();
    struct augur_thread *thread;
    *(char *)is_under_way = 0;
    while ((thread = pick_ready(augur_signal_bits(augur_process_signals))))
        if (waits_for_beginning(thread) &&
            is_ready(thread, augur_signal_bits(augur_process_signals))) {
            interrupt(thread);
            break;
        }
    __augur_end_thread();
}

ROLE(observes) static void call(struct augur_thread *thread)
{
    if (thread->flags & AUGUR_CALLED)
        return;
    thread->flags |= AUGUR_CALLED;
    __divine_new_thread(carry_to_thread, thread);
}

ROLE(observes) static void call_process(void)
{
    if (is_under_way)
        return;
    is_under_way = 1;
    __divine_new_thread(carry_to_process, &is_under_way);
}

/* ---- sending, inside a section ---------------------------------------- */

/* Wakes the threads that wait for the signal; who comes first takes it. */
static int wake(struct augur_thread *thread, int number)
{
    if (!thread->number || !thread->signals || !(thread->signals->awaited & BIT(number)))
        return 0;
    thread->signals->come = 1;
    return 1;
}

/* Is there nothing to be done, or nothing to be done but this? `blocked`: nobody takes it
 * now, so it is kept whatever happens to it later. */
static int is_done(int number, int blocked)
{
    enum augur_disposition disposition = augur_signal_disposition(number);
    if (blocked && number != SIGKILL)
        return 0;
    if (disposition == AUGUR_ENDS)
        __augur_problem(AUGUR_ABORT, "the program sent a signal that ends it");
    if (disposition == AUGUR_STOPS)
        __augur_unsupported("a signal that stops the program");
    return disposition == AUGUR_IGNORES;
}

ROLE(observes) static void send_to_thread(struct augur_thread *thread, struct augur_signal signal)
{
    int blocked = (thread->blocked & BIT(signal.number)) != 0;
    if (is_done(signal.number, blocked))
        return;
    augur_signal_put(&augur_signals_of(thread)->pending, signal);
    if (!wake(thread, signal.number) && !blocked)
        call(thread);
}

/* Tells whether the calling thread must see to it before it goes on: it is the only one
 * that can. A timer interrupts at once: when it rings is open anyway. */
int augur_signal_send_to_process(struct augur_signal signal, int from_timer);
ROLE(observes) int augur_signal_send_to_process(struct augur_signal signal, int from_timer)
{
    int ready = count_ready(BIT(signal.number)), woken = 0;
    if (is_done(signal.number, !ready))
        return 0;
    augur_signal_put(&augur_process_signals, signal);
    for (struct augur_thread *t = augur_threads.first; t; t = t->next)
        woken |= wake(t, signal.number);
    if (!ready)
        return 0;
    if (!from_timer && ready == 1 && !woken && !(augur_blocked & BIT(signal.number)))
        return 1;
    struct augur_thread *thread = from_timer ? pick_ready(BIT(signal.number)) : NULL;
    if (thread && thread->flags & AUGUR_BEGUN)
        interrupt(thread);
    else
        call_process();
    return 0;
}

/* ---- the user's view -------------------------------------------------- */

/* posix: kill killpg sigqueue pthread_kill pthread_sigqueue
 * explored: a signal to the process goes to any thread that does not block it, or to one
 *   that waits for it; a handler runs between any two accesses of its thread; a blocked
 *   signal waits; real-time ones queue, others count once. A signal that ends the program
 *   is `abort`, at the call that sends it.
 * left out: signals to other processes (`unsupported`), stopping and continuing; a full queue
 *   (EAGAIN); a handler in the middle of a call of the library.
 * accesses: none.
 * tests: signals/async_*.c signals/kill_*.c signals/queued_*.c */

ROLE(observes) static MASKED int send_process(struct augur_signal signal)
{
    __divine_interrupt_mask();
    return augur_signal_send_to_process(signal, 0);
}

static int send(struct augur_signal signal)
{
    if (send_process(signal))
        augur_signals_deliver();
    return 0;
}

int kill(pid_t process, int number)
{
    if (number != 0 && !augur_signal_is_valid(number))
        return augur_signal_fail(EINVAL);
    if (process != getpid() && process != 0 && process != -getpid())
        __augur_unsupported("kill: a signal to another process");
    if (number == 0)
        return 0;
    return send((struct augur_signal){ .number = number, .code = SI_USER });
}

int killpg(int group, int number) { return kill(group ? -group : 0, number); }

int sigqueue(pid_t process, int number, const union sigval value)
{
    if (number != 0 && !augur_signal_is_valid(number))
        return augur_signal_fail(EINVAL);
    if (process != getpid())
        __augur_unsupported("sigqueue: a signal to another process");
    if (number == 0)
        return 0;
    return send((struct augur_signal){ .number = number, .code = SI_QUEUE, .value = value });
}

/* Since 2.34 glibc does not say ESRCH of a thread that has ended and can be joined. */
ROLE(observes) static MASKED void send_thread(pthread_t id, struct augur_signal signal)
{
    __divine_interrupt_mask();
    struct augur_thread *thread =
        augur_thread_check(id, "pthread_kill: this value is not the id of a thread");
    if (thread->flags & AUGUR_JOINED)
        augur_thread_misuse("pthread_kill: the thread has ended and was joined");
    if (thread->flags & AUGUR_ENDED && thread->flags & AUGUR_DETACHED)
        augur_thread_misuse("pthread_kill: the thread is detached and has ended");
    if (!(thread->flags & AUGUR_ENDED) && signal.number)
        send_to_thread(thread, signal);
}

int pthread_kill(pthread_t id, int number)
{
    if (number != 0 && !augur_signal_is_valid(number))
        return EINVAL;
    if (id == (pthread_t)augur_self) {
        if (number)
            augur_signal_raise(number, SI_TKILL);
        return 0;
    }
    send_thread(id, (struct augur_signal){ .number = number, .code = SI_TKILL });
    return 0;
}

static MASKED void send_myself(struct augur_signal signal)
{
    __divine_interrupt_mask();
    if (!is_done(signal.number, (augur_blocked & BIT(signal.number)) != 0))
        augur_signal_put(&augur_signals_of(augur_self)->pending, signal);
}

int pthread_sigqueue(pthread_t id, int number, const union sigval value)
{
    struct augur_signal signal = { .number = number, .code = SI_QUEUE, .value = value };
    if (number != 0 && !augur_signal_is_valid(number))
        return EINVAL;
    if (id == (pthread_t)augur_self) {
        if (number)
            send_myself(signal);
        augur_signals_deliver();
        return 0;
    }
    send_thread(id, signal);
    return 0;
}
