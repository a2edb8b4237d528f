/* <pthread.h>: condition variables.
 *
 *   offset  0 set of waiting threads   16 1 when destroyed   20 clock   24 mark
 *
 * The word a waiter waits on lies in its own control block: POSIX lets the
 * program destroy (and free) the variable as soon as all waiters are woken, even
 * before they run. A signal with several waiters is a choice among them. */
#include <augur/thread.h>
#include <errno.h>

struct cond {
    struct augur_waiters waiters;
    unsigned destroyed;
    int clock;
    unsigned initialised;    /* INITIALISED: by pthread_cond_init */
    unsigned unused[5];
};
_Static_assert(sizeof(struct cond) == sizeof(pthread_cond_t), "glibc's layout");

enum { INITIALISED = 0x636f6e64 };

/* posix: others
 * explored: which of several waiters a signal wakes; a deadline that is over before a signal;
 *   wake-ups for no reason, of waits with a deadline as well. Who is signalled and cancelled
 *   returns, or is cancelled and leaves the signal to another.
 * left out: a handler that ends a wait (it goes on, as POSIX allows).
 * faults: spurious-wakeup, malloc (init)
 * accesses: r the deadline, before anything else.
 * tests: faults/spurious_wakeup.c faults/spurious_wakeup_ok.c faults/timedwait_spurious.c
 *   faults/timedwait_spurious_ok.c deadlock/recursive_condition.c
 *   locks/recursive_condition_ok.c cancel/signalled.c cancel/signal_passed_on_ok.c */

static struct cond *check(pthread_cond_t *c, const char *message)
{
    struct cond *cond = (struct cond *)c;
    if (cond->destroyed)
        augur_misuse(message);
    return cond;
}

/* POSIX: all threads that wait at the same time must use the same mutex. */
static void check_same_mutex(const struct cond *cond, const pthread_mutex_t *m)
{
    for (struct augur_thread *t = augur_threads.first; t; t = t->next)
        if (t->number && augur_waiters_has(&cond->waiters, t->number) && t->waits_on != m)
            augur_misuse("pthread_cond_wait: another thread waits on this condition "
                         "variable with a different mutex");
}

/* First half of a wait: gives the mutex up and joins the set. */
static int begin_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    struct cond *cond = check(c, "pthread_cond_wait: the condition variable was destroyed");
    check_same_mutex(cond, m);
    int error = augur_mutex_release(
        m, "pthread_cond_wait: this thread does not hold the mutex it waits with");
    if (error)
        return error;
    augur_self->waits_on = m;
    augur_waiters_add(&cond->waiters, augur_number());
    return 0;
}

static struct augur_thread *wake(struct cond *cond, int index)
{
    struct augur_thread *thread = augur_waiters_take(&cond->waiters, index);
    augur_mutex_wake(thread, (pthread_mutex_t *)thread->waits_on);
    return thread;
}

static void wake_one(struct cond *cond)
{
    int count = augur_waiters_count(&cond->waiters);
    if (!count)
        return;
    struct augur_thread *thread = wake(cond, count > 1 ? __divine_choice(count) : 0);
    if (pthread_cancel)
        thread->wakeup |= AUGUR_WAKEUP_ALONE;
}

/* Does anybody else wait with the mutex? If not, the variable may be gone. */
static int others_wait(const pthread_mutex_t *m)
{
    for (struct augur_thread *t = augur_threads.first; t; t = t->next)
        if (t != augur_self && t->number && t->waits_on == m && !t->wakeup)
            return 1;
    return 0;
}

/* Second half: whether woken, cancelled or late, the thread has the mutex again. POSIX: who
 * is cancelled uses up no signal that others wait for. */
static int end_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    struct augur_thread *self = augur_self;
    int woken = self->wakeup != 0;
    int cancelled = augur_is_cancelled_or(woken);
    if (!woken)
        augur_waiters_remove(&((struct cond *)c)->waiters, self->number);
    else if (cancelled && self->wakeup & AUGUR_WAKEUP_ALONE && others_wait(m))
        wake_one((struct cond *)c);
    self->wakeup = 0;
    self->waits_for = 0;
    self->waits_on = NULL;
    int error = augur_mutex_acquire(m, "pthread_cond_wait: the mutex was destroyed");
    if (cancelled)
        return AUGUR_CANCELLED;
    return error ? error : woken ? 0 : ETIMEDOUT;
}

/* Waits, maybe until some time has come. Where nobody but the clock ends a wait
 * the thread stays in the set between two sections and may be signalled; when it
 * is scheduled and nobody did, the time was over. Spurious wake-ups are the
 * same. */
enum { OWN_CLOCK = -1 };
ROLE(blind) static MASKED int wait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                       const struct timespec *deadline)
{
    __divine_interrupt_mask();
    if (clock == OWN_CLOCK)
        clock = ((struct cond *)c)->clock;
    if (deadline && augur_bad_time(deadline))
        return EINVAL;
    if (augur_is_cancelled())
        return AUGUR_CANCELLED;
    int error = begin_wait(c, m);
    if (error)
        return error;
    int spurious = augur_fault(AUGUR_FAULT_SPURIOUS_WAKEUP);
    if (deadline || spurious) {
        __divine_interrupt_unmask();
        __divine_interrupt_mask();
    } else
        __augur_wait(&augur_self->wakeup, AUGUR_WAKEUP, 0, AUGUR_NE, "condition variable", c,
                     &augur_self->waits_for, augur_alarm());
    error = end_wait(c, m);
    if (error == ETIMEDOUT && spurious)
        return 0;
    if (error == ETIMEDOUT)
        augur_clock_reached(clock, deadline);
    return error;
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    return augur_or_cancel(wait(c, m, CLOCK_REALTIME, NULL));
}

int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                           const struct timespec *deadline)
{
    struct timespec until = *deadline;
    return augur_or_cancel(wait(c, m, clock, &until));
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                           const struct timespec *deadline)
{
    struct timespec until = *deadline;
    return augur_or_cancel(wait(c, m, OWN_CLOCK, &until));
}

MASKED int pthread_cond_signal(pthread_cond_t *c)
{
    __divine_interrupt_mask();
    struct cond *cond = check(c, "pthread_cond_signal: the condition variable was destroyed");
    wake_one(cond);
    return 0;
}

MASKED int pthread_cond_broadcast(pthread_cond_t *c)
{
    __divine_interrupt_mask();
    struct cond *cond =
        check(c, "pthread_cond_broadcast: the condition variable was destroyed");
    for (int count = augur_waiters_count(&cond->waiters); count; count--)
        wake(cond, 0);
    return 0;
}

/* As for mutexes: see pthread_mutex.c. */
static void check_fresh(const struct cond *cond)
{
    if (__augur_peek(&cond->initialised) != INITIALISED)
        return;
    if (augur_waiters_count(&cond->waiters))
        augur_misuse("pthread_cond_init: threads are waiting on the condition variable");
    if (__augur_object_kind(cond) != AUGUR_STACK)
        augur_misuse("pthread_cond_init: the condition variable is initialised already and "
                     "was not destroyed");
}

MASKED int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attributes)
{
    __divine_interrupt_mask();
    augur_makes(c, sizeof *c, attributes, sizeof *attributes);
    check_fresh((struct cond *)c);
    if (augur_fault(AUGUR_FAULT_MALLOC))
        return ENOMEM;
    *(struct cond *)c = (struct cond){ .initialised = INITIALISED };
    if (attributes)
        ((struct cond *)c)->clock = attributes->__align >> 1;
    return 0;
}

MASKED int pthread_cond_destroy(pthread_cond_t *c)
{
    __divine_interrupt_mask();
    struct cond *cond =
        check(c, "pthread_cond_destroy: the condition variable was destroyed already");
    if (augur_waiters_count(&cond->waiters))
        augur_misuse("pthread_cond_destroy: threads are waiting on the condition variable");
    *cond = (struct cond){ .destroyed = 1 };
    return 0;
}

/* ---- attributes: shared in bit 0, the clock above --------------------- */

int pthread_condattr_init(pthread_condattr_t *a)
{
    a->__align = 0;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *a)
{
    (void)a;
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *a, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    a->__align = (a->__align & ~1) | shared;
    return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *a, int *shared)
{
    *shared = a->__align & 1;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t clock)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    a->__align = (a->__align & 1) | clock << 1;
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *a, clockid_t *clock)
{
    *clock = a->__align >> 1;
    return 0;
}
