/* <pthread.h>: condition variables.
 *
 *   offset  0 set of waiting threads   16 1 when destroyed   20 clock
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
    unsigned unused[6];
};
_Static_assert(sizeof(struct cond) == sizeof(pthread_cond_t), "glibc's layout");

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
    for (struct augur_thread *t = augur_threads; t; t = t->next)
        if (augur_waiters_has(&cond->waiters, t->number) && t->waits_on != m)
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

/* Second half: whether woken or not, the thread has the mutex again. */
static int end_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    struct augur_thread *self = augur_self;
    int woken = self->wakeup != 0;
    if (!woken)
        augur_waiters_remove(&((struct cond *)c)->waiters, self->number);
    self->wakeup = 0;
    self->waits_for = 0;
    self->waits_on = NULL;
    int error = augur_mutex_acquire(m, "pthread_cond_wait: the mutex was destroyed");
    return error ? error : woken ? 0 : ETIMEDOUT;
}

MASKED int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    __divine_interrupt_mask();
    int error = begin_wait(c, m);
    if (error)
        return error;
    if (__augur_fault_enabled(AUGUR_FAULT_SPURIOUS_WAKEUP)) {
        __divine_interrupt_unmask();
        __divine_interrupt_mask();
        error = end_wait(c, m);
        return error == ETIMEDOUT ? 0 : error;
    }
    __augur_wait(&augur_self->wakeup, AUGUR_WAKEUP, 0, AUGUR_NE, "condition variable", c,
                 &augur_self->waits_for);
    return end_wait(c, m);
}

/* Between the two sections the thread is in the set and may be signalled; when
 * it is scheduled and nobody did, the time was over. */
MASKED int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                                  const struct timespec *deadline)
{
    __divine_interrupt_mask();
    if (augur_bad_time(deadline))
        return EINVAL;
    int error = begin_wait(c, m);
    if (error)
        return error;
    __divine_interrupt_unmask();
    __divine_interrupt_mask();
    return end_wait(c, m);
}

int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                           const struct timespec *deadline)
{
    (void)clock;
    return pthread_cond_timedwait(c, m, deadline);
}

static void wake(struct cond *cond, int index)
{
    struct augur_thread *thread = augur_waiters_take(&cond->waiters, index);
    augur_mutex_wake(thread, (pthread_mutex_t *)thread->waits_on);
}

MASKED int pthread_cond_signal(pthread_cond_t *c)
{
    __divine_interrupt_mask();
    struct cond *cond = check(c, "pthread_cond_signal: the condition variable was destroyed");
    int count = augur_waiters_count(&cond->waiters);
    if (count)
        wake(cond, count > 1 ? __divine_choice(count) : 0);
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

MASKED int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attributes)
{
    __divine_interrupt_mask();
    *c = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
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
    cond->destroyed = 1;
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
