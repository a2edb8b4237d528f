/* syscall(): the futex, which home-made locks are built on, and a few calls that
 * only ask who one is.
 *
 * A waiting thread is found by the address in its control block. Waking fewer
 * threads than wait is a choice among them. Everything else is `unsupported`. */
#include <augur/thread.h>
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

enum { PROCESS = 1000 /* as getpid() has it */ };

static int fail(int error)
{
    errno = error;
    return -1;
}

/* A timeout is over when the thread is scheduled and nobody has woken it. */
static MASKED int futex_wait(const unsigned *word, unsigned expected,
                             const struct timespec *timeout)
{
    __divine_interrupt_mask();
    struct augur_thread *self = augur_self;
    if (*word != expected)
        return fail(EAGAIN);
    if (timeout && augur_bad_time(timeout))
        return fail(EINVAL);
    self->waits_on = word;
    if (timeout) {
        __divine_interrupt_unmask();
        __divine_interrupt_mask();
    } else
        __augur_wait(&self->wakeup, AUGUR_WAKEUP, 0, AUGUR_NE, "futex", word, NULL);
    int woken = self->wakeup != 0;
    self->wakeup = 0;
    self->waits_on = NULL;
    return woken ? 0 : fail(ETIMEDOUT);
}

static int is_waiting(const struct augur_thread *t, const unsigned *word)
{
    return t->waits_on == word && t->wakeup == 0;
}

static MASKED int futex_wake(const unsigned *word, int max)
{
    __divine_interrupt_mask();
    int waiting = 0, woken = 0;
    for (struct augur_thread *t = augur_threads; t; t = t->next)
        waiting += is_waiting(t, word);
    for (; waiting && woken < max; waiting--, woken++) {
        int index = waiting > max - woken ? __divine_choice(waiting) : 0;
        struct augur_thread *t = augur_threads;
        while (!is_waiting(t, word) || index-- > 0)
            t = t->next;
        t->wakeup = AUGUR_WAKEUP;
    }
    return woken;
}

static int futex(unsigned *word, int operation, unsigned value, const struct timespec *timeout,
                 unsigned bits)
{
    switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT_BITSET:
        if (bits != FUTEX_BITSET_MATCH_ANY)
            break;
        return futex_wait(word, value, timeout);
    case FUTEX_WAIT:
        return futex_wait(word, value, timeout);
    case FUTEX_WAKE_BITSET:
        if (bits != FUTEX_BITSET_MATCH_ANY)
            break;
        return futex_wake(word, (int)value);
    case FUTEX_WAKE:
        return futex_wake(word, (int)value);
    }
    __augur_unsupported("syscall(SYS_futex): an operation other than waiting and waking");
}

static int futex_of(va_list arguments)
{
    unsigned *word = va_arg(arguments, unsigned *);
    int operation = va_arg(arguments, int);
    unsigned value = va_arg(arguments, unsigned);
    const struct timespec *timeout = NULL;
    unsigned bits = FUTEX_BITSET_MATCH_ANY;
    int command = operation & FUTEX_CMD_MASK;
    if (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET)
        timeout = va_arg(arguments, const struct timespec *);
    if (command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE_BITSET) {
        if (command == FUTEX_WAKE_BITSET)
            (void)va_arg(arguments, void *);
        (void)va_arg(arguments, void *);
        bits = va_arg(arguments, unsigned);
    }
    return futex(word, operation, value, timeout, bits);
}

long syscall(long number, ...)
{
    va_list arguments;
    long result = 0;
    va_start(arguments, number);
    switch (number) {
    case SYS_futex: result = futex_of(arguments); break;
    case SYS_gettid: result = PROCESS + __divine_get_tid(); break;
    case SYS_getpid: result = PROCESS; break;
    case SYS_sched_yield: __divine_interrupt(); break;
    case SYS_exit_group: __augur_exit(va_arg(arguments, int));
    default: __augur_unsupported("syscall with this number");
    }
    va_end(arguments);
    return result;
}
