/* syscall(): the futex, which home-made locks are built on, and a few calls that
 * only ask who one is.
 *
 * A waiting thread is found by the address in its control block. Waking fewer
 * threads than wait is a choice among them. Everything else is `unsupported`. */
#include <augur/thread.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

struct call {
    unsigned *word, *other;
    int command, value;
    const struct timespec *timeout;    /* or a second number */
    unsigned bits;                     /* the last argument */
    clockid_t clock;                   /* of a deadline */
};

static int fail(int error)
{
    errno = error;
    return -1;
}

/* posix: syscall
 * explored: which of several waiters are woken; deadlines; wake-ups for no reason; handlers
 *   that interrupt a wait, one with a deadline even if they say SA_RESTART.
 *   SYS_close, SYS_read, SYS_write and SYS_getrandom are the functions of these names, where the
 *   number stands in the source or the program names those, too; SYS_gettid, SYS_getpid,
 *   SYS_sched_yield, SYS_membarrier, SYS_exit_group. SYS_statx is not there (ENOSYS).
 * left out: priority inheritance and other calls (`unsupported`).
 * faults: spurious-wakeup, eintr
 * accesses: the word, inside the call's section.
 * tests: faults/futex_spurious.c faults/futex_spurious_ok.c cancel/futex_ok.c files/syscall*.c */

/* A timeout is over when the thread is scheduled and nobody has woken it. */
ROLE(blind) static MASKED int futex_wait(const struct call *call, unsigned bits)
{
    __divine_interrupt_mask();
    struct augur_thread *self = augur_self;
    if (!bits || (call->timeout && augur_bad_time(call->timeout)))
        return fail(EINVAL);
    if (*call->word != (unsigned)call->value)
        return fail(EAGAIN);
    if (augur_fault(AUGUR_FAULT_EINTR))
        return fail(EINTR);
    int spurious = augur_fault(AUGUR_FAULT_SPURIOUS_WAKEUP);
    self->waits_on = call->word;
    self->futex_bits = bits;
    const unsigned *interruption = augur_interruption_alone();
    if (call->timeout || spurious) {
        __divine_interrupt_unmask();
        __divine_interrupt_mask();
    } else
        __augur_wait(&self->wakeup, AUGUR_WAKEUP, 0, AUGUR_NE, "futex", call->word, NULL,
                     interruption);
    augur_hear_again();
    int woken = self->wakeup != 0;
    int interrupted = !woken && augur_is_interruptible() &&
                      (call->timeout ? augur_self->roused : augur_self->interrupted) & AUGUR_HANDLED;
    self->wakeup = 0;
    self->waits_on = NULL;
    self->futex_bits = 0;
    if (interrupted)
        return fail(EINTR);
    if (woken || spurious)
        return 0;
    if (call->command == FUTEX_WAIT)
        augur_clock_pass(call->timeout);
    else
        augur_clock_reached(call->clock, call->timeout);
    return fail(ETIMEDOUT);
}

static int is_waiting(const struct augur_thread *t, const unsigned *word, unsigned bits)
{
    return t->waits_on == word && t->wakeup == 0 && t->futex_bits & bits;
}

/* Wakes at most so many, or makes them wait for another word if there is one. */
static int wake(const unsigned *word, int max, unsigned bits, const unsigned *other)
{
    int waiting = 0, done = 0;
    for (struct augur_thread *t = augur_threads.first; t; t = t->next)
        waiting += is_waiting(t, word, bits);
    for (; waiting && done < max; waiting--, done++) {
        int index = waiting > max - done ? __divine_choice(waiting) : 0;
        struct augur_thread *t = augur_threads.first;
        while (!is_waiting(t, word, bits) || index-- > 0)
            t = t->next;
        if (other)
            t->waits_on = other;
        else
            t->wakeup = AUGUR_WAKEUP;
    }
    return done;
}

ROLE(blind) static MASKED int futex_wake(const struct call *call, unsigned bits)
{
    __divine_interrupt_mask();
    return bits ? wake(call->word, call->value, bits, NULL) : fail(EINVAL);
}

ROLE(blind) static MASKED int futex_requeue(const struct call *call)
{
    __divine_interrupt_mask();
    int moved_max = (int)(long)call->timeout;
    if (call->value < 0 || moved_max < 0)
        return fail(EINVAL);
    if (call->command == FUTEX_CMP_REQUEUE && *call->word != call->bits)
        return fail(EAGAIN);
    int woken = wake(call->word, call->value, FUTEX_BITSET_MATCH_ANY, NULL);
    int moved = call->word == call->other
                    ? 0
                    : wake(call->word, moved_max, FUTEX_BITSET_MATCH_ANY, call->other);
    return call->command == FUTEX_CMP_REQUEUE ? woken + moved : woken;
}

static int compared(unsigned how, int a, int b)
{
    switch (how) {
    case FUTEX_OP_CMP_EQ: return a == b;
    case FUTEX_OP_CMP_NE: return a != b;
    case FUTEX_OP_CMP_LT: return a < b;
    case FUTEX_OP_CMP_LE: return a <= b;
    case FUTEX_OP_CMP_GT: return a > b;
    default: return a >= b;
    }
}

static unsigned changed(unsigned how, unsigned old, unsigned argument)
{
    switch (how) {
    case FUTEX_OP_SET: return argument;
    case FUTEX_OP_ADD: return old + argument;
    case FUTEX_OP_OR: return old | argument;
    case FUTEX_OP_ANDN: return old & ~argument;
    default: return old ^ argument;
    }
}

/* The operation is packed as FUTEX_OP() of <linux/futex.h> has it. */
ROLE(blind) static MASKED int futex_wake_op(const struct call *call)
{
    __divine_interrupt_mask();
    unsigned code = call->bits, how = code >> 28 & 7, compare = code >> 24 & 15;
    int argument = (int)(code << 8) >> 20, operand = (int)(code << 20) >> 20;
    if (how > FUTEX_OP_XOR || compare > FUTEX_OP_CMP_GE)
        return fail(ENOSYS);
    if (code >> 28 & FUTEX_OP_OPARG_SHIFT)
        argument = 1 << (argument & 31);
    unsigned old = *call->other;
    *call->other = changed(how, old, (unsigned)argument);
    int woken = wake(call->word, call->value, FUTEX_BITSET_MATCH_ANY, NULL);
    if (compared(compare, (int)old, operand))
        woken += wake(call->other, (int)(long)call->timeout, FUTEX_BITSET_MATCH_ANY, NULL);
    return woken;
}

static int futex(const struct call *call)
{
    switch (call->command) {
    case FUTEX_WAIT: return futex_wait(call, FUTEX_BITSET_MATCH_ANY);
    case FUTEX_WAIT_BITSET: return futex_wait(call, call->bits);
    case FUTEX_WAKE: return futex_wake(call, FUTEX_BITSET_MATCH_ANY);
    case FUTEX_WAKE_BITSET: return futex_wake(call, call->bits);
    case FUTEX_REQUEUE: case FUTEX_CMP_REQUEUE: return futex_requeue(call);
    case FUTEX_WAKE_OP: return futex_wake_op(call);
    default: __augur_unsupported("syscall(SYS_futex): priority inheritance");
    }
}

/* Calls pass as many arguments as their operation has. */
static int futex_of(va_list arguments)
{
    struct call call = { .word = va_arg(arguments, unsigned *) };
    int operation = va_arg(arguments, int);
    call.command = operation & FUTEX_CMD_MASK;
    call.clock = operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    call.value = va_arg(arguments, int);
    if (call.command != FUTEX_WAKE)
        call.timeout = va_arg(arguments, const struct timespec *);
    if (call.command != FUTEX_WAKE && call.command != FUTEX_WAIT)
        call.other = va_arg(arguments, unsigned *);
    if (call.command == FUTEX_WAIT_BITSET || call.command == FUTEX_WAKE_BITSET ||
        call.command == FUTEX_CMP_REQUEUE || call.command == FUTEX_WAKE_OP)
        call.bits = va_arg(arguments, unsigned);
    return futex(&call);
}

/* Naming these would make a difference to programs that have nothing to do with files. */
#pragma weak close
#pragma weak read
#pragma weak write
#pragma weak getrandom

static void need(int is_named)
{
    if (!is_named)
        __augur_unsupported("syscall with a number that does not stand in the source, and whose function the program "
                            "does not name");
}

/* A file's bytes. */
static long transfer(long number, va_list arguments)
{
    int fd = va_arg(arguments, int);
    void *buffer = va_arg(arguments, void *);
    size_t size = va_arg(arguments, size_t);
    need(number == SYS_read ? read != NULL : write != NULL);
    return number == SYS_read ? read(fd, buffer, size) : write(fd, buffer, size);
}

static long random_of(va_list arguments)
{
    void *buffer = va_arg(arguments, void *);
    size_t size = va_arg(arguments, size_t);
    need(getrandom != NULL);
    return getrandom(buffer, size, va_arg(arguments, unsigned));
}

static long close_of(va_list arguments)
{
    need(close != NULL);
    return close(va_arg(arguments, int));
}

long syscall(long number, ...)
{
    va_list arguments;
    long result = 0;
    va_start(arguments, number);
    switch (number) {
    case SYS_futex: result = futex_of(arguments); break;
    case SYS_gettid: result = gettid(); break;
    case SYS_getpid: result = getpid(); break;
    case SYS_sched_yield: break;
    case SYS_membarrier: break;    /* all memory is in order */
    case SYS_close: result = close_of(arguments); break;
    case SYS_read: case SYS_write: result = transfer(number, arguments); break;
    case SYS_getrandom: result = random_of(arguments); break;
    case SYS_exit_group: __augur_exit(va_arg(arguments, int));
    /* Younger than the kernel: who asks for it knows what to do without. */
    case SYS_statx: result = fail(ENOSYS); break;
    default: __augur_unsupported("syscall with this number");
    }
    va_end(arguments);
    return result;
}
